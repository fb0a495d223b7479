import { KeyRound } from "lucide-react";
import { useState } from "react";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { enterByPasskey } from "../../../stores/desk/passkey.ts";
import { goOn } from "./go-on.ts";

/** Takes a name and a passkey. */
export function EnterByPasskey({ message }: { message: string }) {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState(message);
  const [isSending, setIsSending] = useState(false);
  const submit = async () => {
    setIsSending(true);
    const found = await enterByPasskey(name.trim());
    if (found === "") {
      goOn();
      return;
    }
    setIsSending(false);
    setProblem(found);
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {problem !== "" && <ErrorBox message={problem} />}
      <TextField
        label="نام کوتاه شما"
        name="name"
        dir="ltr"
        value={name}
        message=""
        autoComplete="username webauthn"
        onChange={setName}
      />
      <SubmitButton isSending={isSending} className="button button-decide w-full">
        <KeyRound size={18} aria-hidden="true" />
        ورود با گذرکلید
      </SubmitButton>
    </form>
  );
}
