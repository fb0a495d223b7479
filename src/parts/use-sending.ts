import {
  type FormEvent,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import type { Outcome, Refused } from "../stores/call.ts";
import { type Messages, messagesOf } from "../stores/messages.ts";
import { useUnsentWords } from "./use-unsent-words.ts";

/**
 * The result of an act: the outcome of its call, a refusal, messages by field, or one sentence. An
 * ok outcome, `null`, `undefined`, an object without messages and "" all mean success.
 */
export type ActResult = Outcome<unknown> | Refused | Messages | string | null | undefined | void;

const BROKEN = "خطایی رخ داد. لطفاً دوباره تلاش کنید.";

interface Refusal {
  messages: Messages;
  /** The code of the refusal, or empty. */
  code: string;
  /** Counts refusals: each moves the focus once. */
  count: number;
}

/**
 * Sends a form, or runs the action of a dialog or a button, never twice at the same time. After a
 * refusal, `messageOf` returns the sentence about a field, and `problem` contains all others. The
 * first refused field gets the focus, and typed text stays. A sentence disappears when its field is
 * changed. `fields` are the names of the inputs, which are also the names of the call's fields. An
 * input with another name has the name of its field in `data-field`.
 */
export function useSending(fields: readonly string[] = []) {
  const element = useRef<HTMLFormElement>(null);
  const isUnderway = useRef(false);
  const unsent = useUnsentWords(element, isUnderway);
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>({ messages: {}, code: "", count: 0 });
  const { messages, code, count } = refusal;
  const messageOf = (name: string) => sentenceAt(messages, name);
  const focusRefused = useEffectEvent(() => {
    focusFirst(element.current, fields.filter(messageOf));
  });
  useEffect(() => {
    if (count > 0) focusRefused();
  }, [count]);

  /** Shows sentences by the names of their fields. An empty object clears earlier sentences. */
  const refuse = (sentences: Messages, code = "") => {
    const isRefusal = Object.values(sentences).some((sentence) => sentence);
    setRefusal((before) => ({
      messages: sentences,
      code,
      count: before.count + (isRefusal ? 1 : 0),
    }));
  };
  /** Changes the sentence of one field without moving the focus; "" clears it. */
  const say = (name: string, sentence: string) => {
    setRefusal((before) =>
      sentenceAt(before.messages, name) === sentence
        ? before
        : { ...before, messages: { ...without(before.messages, name), [name]: sentence } },
    );
  };
  /**
   * Runs one act at a time. Returns true when it succeeded. If success leaves the page, the form
   * stays busy until then.
   */
  const send = async (
    act: () => Promise<ActResult>,
    { leavesPage = false }: { leavesPage?: boolean } = {},
  ): Promise<boolean> => {
    if (isUnderway.current) return false;
    isUnderway.current = true;
    setIsSending(true);
    let isDone = false;
    try {
      const { messages, code } = sentencesOf(await act());
      isDone = Object.values(messages).every((sentence) => !sentence);
      refuse(messages, code);
    } catch (error) {
      reportError(error);
      refuse({ "": BROKEN });
    }
    if (isDone) unsent.forget();
    isUnderway.current = isDone && leavesPage;
    setIsSending(isUnderway.current);
    return isDone;
  };
  return {
    /** Returns the props of the form element. */
    formOf: (submit: () => unknown) => ({
      ref: element,
      noValidate: true as const,
      onFocus: unsent.note,
      onSubmit: (event: SubmitEvent) => {
        event.preventDefault();
        if (!isUnderway.current) submit();
      },
      onInput: (event: FormEvent) => {
        const { target } = event;
        if (target instanceof HTMLElement)
          say(target.dataset["field"] ?? target.getAttribute("name") ?? "-", "");
      },
    }),
    messages,
    messageOf,
    problem: Object.entries(messages)
      .filter(([name, sentence]) => sentence && !fields.some((field) => isPartOf(name, field)))
      .map(([, sentence]) => sentence)
      .join(" "),
    code,
    isSending,
    send,
    refuse,
    say,
  };
}

/** True for a field, and for the parts of one: `words.2` is a line of `words`. */
const isPartOf = (name: string, field: string) => name === field || name.startsWith(`${field}.`);

const sentenceAt = (messages: Messages, field: string): string =>
  Object.entries(messages).find(([name, sentence]) => sentence && isPartOf(name, field))?.[1] ?? "";

const without = (messages: Messages, field: string): Messages =>
  Object.fromEntries(Object.entries(messages).filter(([name]) => !isPartOf(name, field)));

function sentencesOf(ending: ActResult): { messages: Messages; code: string } {
  if (!ending) return { messages: {}, code: "" };
  if (typeof ending === "string") return { messages: { "": ending }, code: "" };
  if (!isOutcome(ending)) return { messages: ending, code: "" };
  return ending.ok
    ? { messages: {}, code: "" }
    : { messages: messagesOf(ending), code: ending.code };
}

const isOutcome = (ending: Outcome<unknown> | Messages): ending is Outcome<unknown> =>
  "ok" in ending && typeof ending.ok === "boolean";

/** Focuses the first refused field, in the order of the screen. */
function focusFirst(form: HTMLFormElement | null, names: readonly string[]): void {
  const requested = ["[aria-invalid=true]", ...names.map((name) => `[name="${CSS.escape(name)}"]`)];
  const first = form?.querySelector<HTMLElement>(requested.join(", "));
  // A choice is a group: its first control takes the focus.
  const control = first?.matches("fieldset, [role=radiogroup]")
    ? first.querySelector("input")
    : first;
  control?.focus();
}
