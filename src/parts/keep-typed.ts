/**
 * Remembers what is typed into the fields of an element while the server's drawing stands. The returned
 * function types it into the fields of the same ids that React has drawn instead.
 */
export function keepTyped(element: HTMLElement): () => void {
  const typed = new Map<string, string>();
  const keep = (field: EventTarget | null) => {
    if (isField(field) && field.id !== "" && field.value !== field.defaultValue)
      typed.set(field.id, field.value);
  };
  for (const field of element.querySelectorAll("input, textarea")) keep(field);
  const onInput = ({ target }: Event) => {
    keep(target);
  };
  element.addEventListener("input", onInput);
  return () => {
    element.removeEventListener("input", onInput);
    for (const [id, text] of typed) {
      const field = element.querySelector(`#${CSS.escape(id)}`);
      if (isField(field) && field.value !== text) type(field, text);
    }
  };
}

type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !["checkbox", "radio", "file"].includes(target.type));

/** React takes an input event as typing only if the text was not set through its own property. */
function type(field: Field, text: string): void {
  const { prototype } =
    field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
