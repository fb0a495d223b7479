import { type SubmitEvent, useEffect, useRef, useState } from "react";
import type { Outcome } from "../../stores/call.ts";
import { type Messages, messagesOf } from "../../stores/messages.ts";

/**
 * Returns what a form knows about its sending: sentences at its fields, and one about all of it. After a
 * refusal the first refused field has the focus, and what was typed stays.
 */
export function useSending() {
  const form = useRef<HTMLFormElement>(null);
  const [messages, setMessages] = useState<Messages>({});
  const [isSending, setIsSending] = useState(false);
  useEffect(() => {
    if (Object.keys(messages).length > 0)
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [messages]);
  /** Returns what the shop answered, or null after a refusal. */
  async function send<Value>(asked: Promise<Outcome<Value>>): Promise<Value | null> {
    setIsSending(true);
    const outcome = await asked;
    setIsSending(false);
    setMessages(outcome.ok ? {} : messagesOf(outcome));
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
  return { formOf, messages, problem: messages[""] ?? "", isSending, send };
}
