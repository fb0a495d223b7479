import { type SubmitEvent, type RefObject, useRef, useState } from "react";
import type { Messages } from "../stores/messages.ts";

interface FieldProps<Name extends string> {
  name: Name;
  value: string;
  message: string;
  onChange: (value: string) => void;
  onBlur: () => void;
}

interface Fields<Name extends string> {
  form: RefObject<HTMLFormElement | null>;
  values: Readonly<Record<Name, string>>;
  isSending: boolean;
  /** What is wrong with the whole, or empty. Said in the form: over the page it would lie behind a dialog. */
  problem: string;
  /** What an input of that name is given. */
  field: (name: Name) => FieldProps<Name>;
  submit: (event: SubmitEvent) => Promise<void>;
}

/**
 * The fields of a form, in their order on the screen: each is looked at when it is left and when the form is sent (section 5), and
 * the first that is refused, here or by the shop, gets the focus. `check` says what is wrong with a value, or nothing; `send` answers
 * the sentences of a refusal, and may `fill` in what was kept instead: what was typed while it was sent stays.
 */
export function useFields<Name extends string>(
  start: Readonly<Record<Name, string>>,
  check: (name: Name, value: string) => string,
  send: (
    values: Readonly<Record<Name, string>>,
    fill: (kept: Readonly<Record<Name, string>>) => void,
  ) => Promise<Messages>,
): Fields<Name> {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(start);
  const [messages, setMessages] = useState<Messages>({});
  const [isSending, setIsSending] = useState(false);
  const names = Object.keys(start) as Name[];

  const look = (name: Name, value: string) => {
    setMessages((before) => ({ ...before, [name]: check(name, value) }));
  };
  const show = (found: Messages) => {
    setMessages(found);
    const first = names.find((name) => found[name]);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    return first === undefined;
  };
  const fill = (kept: Readonly<Record<Name, string>>) => {
    setValues((now) => {
      const untouched = names.filter((name) => now[name] === values[name]);
      return { ...now, ...Object.fromEntries(untouched.map((name) => [name, kept[name]])) };
    });
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (
      isSending ||
      !show(Object.fromEntries(names.map((name) => [name, check(name, values[name])])))
    )
      return;
    setIsSending(true);
    const found = await send(values, fill);
    setIsSending(false);
    show(found);
  };
  const field = (name: Name) => ({
    name,
    value: values[name],
    message: messages[name] ?? "",
    onChange: (value: string) => {
      setValues((before) => ({ ...before, [name]: value }));
      // A sentence that only went on leaving the field would move what is below it away from under the finger.
      if (messages[name]) look(name, value);
    },
    onBlur: () => {
      look(name, values[name]);
    },
  });
  const problem =
    Object.entries(messages).find(
      ([name, message]) => message && !(names as string[]).includes(name),
    )?.[1] ?? "";
  return { form, values, isSending, problem, field, submit };
}
