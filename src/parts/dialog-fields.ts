/**
 * Finds out which fields of a dialog were changed since they appeared. It reads the fields
 * themselves, so that no form has to be registered.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FIELDS = "input:not([type=hidden], [type=search], [type=file]), textarea, select";

/** The texts of closed dialogs: by dialog, then by field. Lost when the page is left. */
const kept = new Map<string, ReadonlyMap<string, string>>();

/**
 * The input that closing would lose: nothing, text that can be kept, or only secrets, which are
 * never kept.
 */
export type UnsavedInput = "nothing" | "words" | "secrets";

export interface DialogFields {
  loss: () => UnsavedInput;
  hasSecret: () => boolean;
  /** True when the typed text is sent, or being sent. */
  isSent: () => boolean;
  /** Keeps the texts until the dialog is opened again. Without this call, `stop` forgets them. */
  keep: () => void;
  /** Focuses the field that had the focus last. */
  goOn: () => void;
  stop: () => void;
}

/**
 * Watches the fields of an open dialog: focuses the first one as soon as it is drawn, and fills in
 * the texts that were kept under this name.
 */
export function watchFields(dialog: HTMLElement, name: string): DialogFields {
  const found = kept.get(name);
  const seen = new Map<string, SeenField>();
  let isTouched = found !== undefined;
  let isSubmitted = false;
  let isKept = false;
  let last: Field | null = null;
  // The element that the browser focused before the fields were drawn.
  const chosen = document.activeElement;
  let hasBegun = false;
  const look = () => {
    for (const [address, field] of fieldsOf(dialog)) {
      const before = seen.get(address);
      const words = before ? undefined : found?.get(address);
      seen.set(address, {
        before: before?.before ?? valueOf(field),
        now: words ?? valueOf(field),
        isSecret: isSecret(field),
      });
      if (words !== undefined) write(field, words);
    }
    if (hasBegun || document.activeElement !== chosen) return;
    const beginning = beginningOf(dialog);
    hasBegun = beginning !== null;
    if (beginning) begin(beginning);
  };
  const touch = ({ type, target }: Event) => {
    if (type === "focusin") {
      if (target instanceof HTMLElement && target.matches(FIELDS)) last = target as Field;
    } else if (type !== "click" || isInside(target)) {
      isTouched = true;
      isSubmitted = type === "submit";
    }
  };
  const changed = () => {
    look();
    const here = fieldsOf(dialog);
    // Texts of an earlier step of a form count, although its fields are gone. In a dialog without a
    // form, only fields that are still shown count.
    const hasForm = dialog.querySelector("form") !== null;
    return [...seen].filter(
      ([address, { before, now }]) =>
        isTouched && now.trim() !== before.trim() && (hasForm || here.has(address)),
    );
  };
  const observer = new MutationObserver(look);
  observer.observe(dialog, { childList: true, subtree: true });
  for (const type of TOUCHES) dialog.addEventListener(type, touch, true);
  look();
  return {
    loss: () => {
      const fields = changed();
      if (fields.length === 0) return "nothing";
      return fields.every(([, field]) => field.isSecret) ? "secrets" : "words";
    },
    hasSecret: () => changed().some(([, field]) => field.isSecret),
    isSent: () => isSubmitted && dialog.querySelector("[aria-invalid=true], [role=alert]") === null,
    keep: () => {
      const words = changed().filter(([, field]) => !field.isSecret);
      kept.set(name, new Map(words.map(([address, { now }]) => [address, now])));
      isKept = true;
    },
    goOn: () => last?.focus(),
    stop: () => {
      observer.disconnect();
      for (const type of TOUCHES) dialog.removeEventListener(type, touch, true);
      if (!isKept) kept.delete(name);
    },
  };
}

interface SeenField {
  /** The value when the field appeared, before a kept text was filled in. */
  before: string;
  now: string;
  isSecret: boolean;
}

const TOUCHES = ["input", "change", "click", "submit", "focusin"];

/** False for buttons that leave the dialog: pressing them changes nothing in a form. */
const isInside = (target: EventTarget | null) =>
  target instanceof Element &&
  !target.matches("dialog") &&
  !target.closest("header, [data-way-out]");

/** Returns the fields by type, name and position among those of the same type and name. */
function fieldsOf(dialog: HTMLElement): Map<string, Field> {
  const fields = [...dialog.querySelectorAll<Field>(FIELDS)].filter((field) => !isCode(field));
  const count = new Map<string, number>();
  return new Map(
    fields.map((field) => {
      const alike = `${field.type} ${field.name}`;
      const place = count.get(alike) ?? 0;
      count.set(alike, place + 1);
      return [`${alike} ${String(place)}`, field];
    }),
  );
}

const isTicked = (field: Field): field is HTMLInputElement =>
  field.type === "checkbox" || field.type === "radio";

const valueOf = (field: Field) => (isTicked(field) ? String(field.checked) : field.value);

/** True for a one-time code: typing it again is faster than answering a question about it. */
const isCode = (field: Field) =>
  field.autocomplete === "one-time-code" || field.closest("[data-one-time]") !== null;

/** True for fields that are never kept: codes, card numbers, keys. */
const isSecret = (field: Field) =>
  field.type === "password" || field.autocomplete === "cc-number" || "secret" in field.dataset;

/** Sets a value and fires the events of typing, so that React notices. */
function write(field: Field, value: string): void {
  if (isTicked(field)) {
    if (String(field.checked) !== value) field.click();
    return;
  }
  const prototype = Object.getPrototypeOf(field) as Field;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", BUBBLES));
}

const BUBBLES = { bubbles: true };

/**
 * Returns the element to focus first: the first text field, or a choice before it that has no
 * answer. If there is none, returns any field; in a dialog without fields, the button that closes
 * it.
 */
function beginningOf(dialog: HTMLElement): HTMLElement | null {
  const fields = [...dialog.querySelectorAll<HTMLElement>(`${FIELDS}, [role=combobox]`)].filter(
    (field) => field.checkVisibility() && !field.matches(":disabled") && !isReadOnly(field),
  );
  return (
    fields.find((field) => isWrittenInto(field) || isOpenChoice(field)) ??
    fields[0] ??
    dialog.querySelector<HTMLElement>("[data-way-out]:not(:disabled)")
  );
}

const isReadOnly = (field: HTMLElement) => "readOnly" in field && field.readOnly === true;

const isWrittenInto = (field: HTMLElement) =>
  field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && !isTicked(field));

const isOpenChoice = (field: HTMLElement) =>
  field instanceof HTMLInputElement &&
  field.type === "radio" &&
  field.closest("fieldset, form")?.querySelector("[type=radio]:checked") === null;

/** Focuses a field, with the caret at the end of its text. */
function begin(field: HTMLElement): void {
  field.focus({ preventScroll: true });
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  // E-mail fields have no selection.
  if (field.selectionStart !== null)
    field.setSelectionRange(field.value.length, field.value.length);
}
