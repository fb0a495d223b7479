import { useState } from "react";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { note } from "../../../stores/desk/person.ts";

/** Writes a note for other operators. What was typed stays until it is written. */
export function Notes({ id }: { id: string }) {
  const [text, setText] = useState("");
  const [message, setMessage] = useState("");
  const [problem, setProblem] = useState("");
  const [isSending, setIsSending] = useState(false);
  const write = async () => {
    setIsSending(true);
    const outcome = await note(id, text);
    setIsSending(false);
    setMessage(outcome.ok ? "" : (outcome.fields["note"] ?? ""));
    setProblem(outcome.ok || outcome.fields["note"] !== undefined ? "" : outcome.message);
    if (outcome.ok) setText("");
  };
  return (
    <form
      noValidate
      className="note-form"
      onSubmit={(event) => {
        event.preventDefault();
        void write();
      }}
    >
      {problem !== "" && <ErrorBox message={problem} />}
      <TextField
        label="یادداشت برای همکاران"
        name="note"
        dir="auto"
        value={text}
        message={message}
        onChange={setText}
      />
      <SubmitButton isSending={isSending} className="button-quiet">
        بنویس
      </SubmitButton>
    </form>
  );
}
