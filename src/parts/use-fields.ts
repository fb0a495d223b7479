import { useState } from "react";
import type { Messages } from "../stores/messages.ts";
import { type ActResult, useSending } from "./use-sending.ts";
import { useTyped } from "./use-typed.ts";

type Values<Name extends string> = Readonly<Record<Name, string>>;

interface FieldsOptions<Name extends string> {
  /** A name that is unique on the page. Typed text is kept by this name (see `useTyped`). */
  form: string;
  /** The fields in their order on the screen, with their first values. */
  start: Values<Name>;
  /** The fields that are not kept: codes and card numbers. */
  secrets?: readonly NoInfer<Name>[];
  /** Returns the error of a value, or an empty string. */
  check?: (name: NoInfer<Name>, value: string) => string;
  /**
   * Sends the values. After success it may call `fill` with the stored values, which do not replace
   * fields that were changed in the meantime.
   */
  send: (values: Values<Name>, fill: (stored: Values<Name>) => void) => Promise<ActResult>;
}

/**
 * Holds the text fields of a form that is sent with `useSending`. A field is checked when it is left
 * and when the form is sent (section 5).
 */
export function useFields<Name extends string>({
  form: formName,
  start,
  secrets = [],
  check = () => "",
  send,
}: FieldsOptions<Name>) {
  const [first] = useState(start);
  const names = Object.keys(first) as Name[];
  const [typed, setTyped] = useTyped<Partial<Values<Name>>>(formName, {});
  const [secret, setSecret] = useState<Partial<Values<Name>>>({});
  const values = { ...first, ...typed, ...secret };
  const sending = useSending(names);

  const change = (name: Name, value: string) => {
    const set = secrets.includes(name) ? setSecret : setTyped;
    set((before) => ({ ...before, [name]: value }));
  };
  const submit = () => {
    const errors: Messages = {};
    for (const name of names) errors[name] = check(name, values[name]);
    if (names.some((name) => errors[name])) sending.refuse(errors);
    else
      void sending.send(() =>
        send(values, (stored) => {
          setTyped((now) => {
            const isTouched = (name: Name) => (now[name] ?? first[name]) !== values[name];
            const untouched = names.filter((name) => !secrets.includes(name) && !isTouched(name));
            return { ...now, ...Object.fromEntries(untouched.map((name) => [name, stored[name]])) };
          });
        }),
      );
  };
  return {
    /** The props of the form element. */
    form: sending.formOf(submit),
    values,
    isSending: sending.isSending,
    /**
     * The sentences of refusals that are not about one field. The form shows them, because a toast
     * would be behind a dialog.
     */
    problem: sending.problem,
    /** Returns the props of the input with this name. */
    field: (name: Name) => ({
      name,
      value: values[name],
      message: sending.messageOf(name),
      onChange: (value: string) => {
        change(name, value);
        // Typing changes only an error that is already shown: an error that appears or disappears
        // when the field is left would move the content under the finger.
        if (sending.messageOf(name) !== "") sending.say(name, check(name, value));
      },
      onBlur: () => {
        sending.say(name, check(name, values[name]));
      },
    }),
  };
}
