import { useSending } from "../../parts/use-sending.ts";
import { useTyped } from "../../parts/use-typed.ts";

/**
 * Holds a form whose fields are one draft, sent with `useSending`. The draft's keys are the names
 * of the call's fields, in their order on the screen. `form` is unique on a page.
 */
export function useDraft<Draft extends object>(form: string, start: Draft) {
  const [draft, setDraft] = useTyped<Draft>(form, start);
  const sending = useSending(Object.keys(start));
  const change = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }));
  return {
    ...sending,
    draft,
    change,
    /** Returns the props of the field with this name. */
    field: <Name extends keyof Draft & string>(name: Name) => ({
      name,
      value: draft[name],
      message: sending.messageOf(name),
      onChange: (value: Draft[Name]) => change({ [name]: value } as unknown as Partial<Draft>),
    }),
  };
}
