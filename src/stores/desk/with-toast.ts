import type { Outcome } from "../call.ts";
import { notify } from "../notice.ts";

/** Waits for a call of the desk and, on success, shows the shop's message. */
export async function withToast<Value extends { message: string }>(
  asked: Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const outcome = await asked;
  if (outcome.ok) notify("success", outcome.value.message);
  return outcome;
}
