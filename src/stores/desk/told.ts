import type { Outcome } from "../call.ts";
import { notify } from "../notice.ts";

/** Waits for a call of the desk and, when it is done, says so in the shop's words. */
export async function told<Value extends { message: string }>(
  asked: Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const outcome = await asked;
  if (outcome.ok) notify("success", outcome.value.message);
  return outcome;
}
