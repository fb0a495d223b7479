import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import { note } from "../../../stores/desk/person.ts";

/** Writes a note for other operators. The typed text is kept until the note is stored. */
export function Notes({ id }: { id: string }) {
  const [text, setText] = useTyped<string>(`note:${id}`, "");
  const { formOf, send, isSending, problem, messageOf } = useSending(["note"]);
  const write = async () => {
    if (await send(() => note(id, text))) setText("");
  };
  return (
    <form {...formOf(write)} className="note-form">
      {problem !== "" && <ErrorBox message={problem} />}
      <TextField
        label="یادداشت برای همکاران"
        name="note"
        dir="auto"
        value={text}
        message={messageOf("note")}
        onChange={setText}
      />
      <SubmitButton isSending={isSending} className="button-quiet">
        بنویس
      </SubmitButton>
    </form>
  );
}
