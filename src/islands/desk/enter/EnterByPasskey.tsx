import { KeyRound } from "lucide-react";
import { useState } from "react";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import { enterByPasskey } from "../../../stores/desk/passkey.ts";
import { goOn } from "./go-on.ts";

/** Lets in an operator by name and passkey. */
export function EnterByPasskey({ message }: { message: string }) {
  const [name, setName] = useTyped<string>("passkey name", "");
  const [said, setSaid] = useState(message);
  const { formOf, problem, isSending, send } = useSending();
  const enter = async () => {
    setSaid("");
    const found = await enterByPasskey(name.trim());
    if (found === "") goOn();
    return found;
  };
  return (
    <form {...formOf(() => send(enter, { leavesPage: true }))} className="flex flex-col gap-4">
      {(problem || said) !== "" && <ErrorBox message={problem || said} />}
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
