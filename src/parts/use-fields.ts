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
  /** The props of the form element. */
  form: {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    onSubmit: (event: SubmitEvent) => void;
  };
  values: Readonly<Record<Name, string>>;
  isSending: boolean;
  /**
   * An error about the whole form, or empty. Shown in the form, because a toast would be behind a
   * dialog.
   */
  problem: string;
  /** Returns the props of the input with this name. */
  field: (name: Name) => FieldProps<Name>;
}

/**
 * Holds the fields of a form, in their order on the screen. A field is checked when it is left and
 * when the form is sent (section 5). The first field with an error, found here or by the server,
 * gets the focus. `check` returns the error of a value, or an empty string. `send` returns the
 * errors of a refusal; on success it may call `fill` with the stored values, which skips fields
 * that the user changed while sending.
 */
export function useFields<Name extends string>(
  start: Readonly<Record<Name, string>>,
  check: (name: Name, value: string) => string,
  send: (
    values: Readonly<Record<Name, string>>,
    fill: (kept: Readonly<Record<Name, string>>) => void,
  ) => Promise<Messages>,
): Fields<Name> {
  const element = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(start);
  const [messages, setMessages] = useState<Messages>({});
  const [isSending, setIsSending] = useState(false);
  const names = Object.keys(start) as Name[];

  const validate = (name: Name, value: string) => {
    setMessages((before) => ({ ...before, [name]: check(name, value) }));
  };
  /** Returns true when no field has an error. */
  const showErrors = (found: Messages) => {
    setMessages(found);
    const first = names.find((name) => found[name]);
    if (first) element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    return first === undefined;
  };
  const fill = (kept: Readonly<Record<Name, string>>) => {
    setValues((now) => {
      const untouched = names.filter((name) => now[name] === values[name]);
      return { ...now, ...Object.fromEntries(untouched.map((name) => [name, kept[name]])) };
    });
  };
  const submit = async () => {
    const errors = Object.fromEntries(names.map((name) => [name, check(name, values[name])]));
    if (isSending || !showErrors(errors)) return;
    setIsSending(true);
    const found = await send(values, fill);
    setIsSending(false);
    showErrors(found);
  };
  const field = (name: Name) => ({
    name,
    value: values[name],
    message: messages[name] ?? "",
    onChange: (value: string) => {
      setValues((before) => ({ ...before, [name]: value }));
      // Clears a shown error while typing: clearing it on blur would move the content under the
      // finger.
      if (messages[name]) validate(name, value);
    },
    onBlur: () => {
      validate(name, values[name]);
    },
  });
  const problem =
    Object.entries(messages).find(
      ([name, message]) => message && !(names as string[]).includes(name),
    )?.[1] ?? "";
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void submit();
  };
  return { form: { ref: element, noValidate: true, onSubmit }, values, isSending, problem, field };
}
