import { type SubmitEvent, useEffect, useRef, useState } from "react";
import type { Outcome } from "../../stores/call.ts";
import { type Messages, messagesOf } from "../../stores/messages.ts";

/**
 * Returns what a form knows about its sending: sentences at its fields, one about all of it, and the
 * code of the last refusal. After a refusal the first refused field has the focus, and what was typed
 * stays. `refuse` shows what the form itself refuses; with no sentence it takes a refusal away.
 */
export function useSending() {
  const form = useRef<HTMLFormElement>(null);
  const [{ messages, code }, setRefusal] = useState<{ messages: Messages; code: string }>({
    messages: {},
    code: "",
  });
  const [isSending, setIsSending] = useState(false);
  useEffect(() => {
    if (Object.keys(messages).length > 0)
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [messages]);
  const refuse = (sentences: Messages) => {
    setRefusal({ messages: sentences, code: "" });
  };
  /** Returns what the shop answered, or null after a refusal. */
  async function send<Value>(asked: Promise<Outcome<Value>>): Promise<Value | null> {
    setIsSending(true);
    const outcome = await asked;
    setIsSending(false);
    setRefusal(
      outcome.ok
        ? { messages: {}, code: "" }
        : { messages: messagesOf(outcome), code: outcome.code },
    );
    return outcome.ok ? outcome.value : null;
  }
  /** Returns the props of the form element. */
  const formOf = (submit: () => Promise<void>) => ({
    ref: form,
    noValidate: true as const,
    onSubmit: (event: SubmitEvent) => {
      event.preventDefault();
      void submit();
    },
  });
  return { formOf, messages, refuse, problem: messages[""] ?? "", code, isSending, send };
}
