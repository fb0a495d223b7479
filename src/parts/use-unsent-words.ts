import { type RefObject, useRef } from "react";
import { useAskBeforeLeaving } from "./use-ask-before-leaving.ts";

/**
 * A text of at most this many digits, such as a phone number, does not count: typing it again is
 * faster than answering a question.
 */
const DIGITS = 11;

/**
 * Makes the browser ask before the page is left while its form contains unsent text. Forms in
 * dialogs are checked by their dialog.
 */
export function useUnsentWords(
  form: RefObject<HTMLFormElement | null>,
  isUnderway: RefObject<boolean>,
): { note: () => void; forget: () => void } {
  /** The texts of the fields, as they were before anything was typed. */
  const before = useRef(new Map<Field, string>());
  useAskBeforeLeaving(() => {
    if (isUnderway.current || form.current?.closest("dialog")) return false;
    return [...before.current].some(
      ([field, text]) => field.isConnected && field.value !== text && isWords(field.value),
    );
  });
  const note = () => {
    for (const field of form.current?.elements ?? [])
      if (isWritten(field) && !before.current.has(field)) before.current.set(field, field.value);
  };
  return {
    /** Remembers the texts of the fields. Called when a field gets the focus. */
    note,
    /** Treats the present texts as sent. */
    forget: () => {
      before.current.clear();
      note();
    },
  };
}

type Field = HTMLInputElement | HTMLTextAreaElement;

const isWritten = (field: Element): field is Field =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement && /^(?:text|email|tel|url)$/.test(field.type));

const isWords = (text: string) => /\p{L}/u.test(text) || text.trim().length > DIGITS;
