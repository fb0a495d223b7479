import { useState } from "react";
import type { Outcome } from "../../../stores/call.ts";

/** What a form knows about its sending: sentences at its fields, and one about all of it. */
export function useSending() {
  const [messages, setMessages] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState("");
  const [isSending, setIsSending] = useState(false);
  /** Returns what the shop answered, or null after a refusal; what was typed stays. */
  async function send<Value>(asked: Promise<Outcome<Value>>): Promise<Value | null> {
    setIsSending(true);
    const outcome = await asked;
    setIsSending(false);
    const fields = outcome.ok ? {} : outcome.fields;
    setMessages(fields);
    setProblem(outcome.ok || Object.keys(fields).length > 0 ? "" : outcome.message);
    return outcome.ok ? outcome.value : null;
  }
  return { messages, problem, isSending, send };
}
