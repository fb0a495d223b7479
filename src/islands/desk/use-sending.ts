import { useSending as useSendingOnce } from "../../parts/use-sending.ts";
import type { Outcome } from "../../stores/call.ts";

/**
 * As `useSending` of the parts, for forms whose fields have other names than those of the call:
 * `messages` are the sentences by the call's names, `problem` is the one about all of it.
 */
export function useSending() {
  const { formOf, messages, refuse, code, isSending, send: sendOnce } = useSendingOnce();
  /** Returns what the shop answered, or null after a refusal. */
  async function send<Value>(asked: Promise<Outcome<Value>>): Promise<Value | null> {
    const isDone = await sendOnce(() => asked);
    const outcome = isDone ? await asked : null;
    return outcome?.ok ? outcome.value : null;
  }
  return { formOf, messages, refuse, problem: messages[""] ?? "", code, isSending, send };
}
