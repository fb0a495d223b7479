import { useState } from "react";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { enterAsFirst } from "../../../stores/desk/session.ts";
import { goOn } from "./go-on.ts";

/** Asks the first owner of a shop for the name and the phone under which the desk knows them. */
export function FirstOwner({ secret }: { secret: string }) {
  const [name, setName] = useState("");
  const [phone, setPhone] = useState("");
  const [fields, setFields] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState("");
  const [isSending, setIsSending] = useState(false);
  const submit = async () => {
    setIsSending(true);
    const outcome = await enterAsFirst({ secret, name: name.trim(), phone });
    if (outcome.ok) {
      goOn();
      return;
    }
    setIsSending(false);
    setFields(outcome.fields);
    setProblem(Object.keys(outcome.fields).length > 0 ? "" : outcome.message);
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
      <p className="text-sm text-muted">
        شما نخستین مالک این میز می‌شوید. نام کوتاه شما کنار هر تصمیمتان می‌ماند و عوض نمی‌شود.
      </p>
      {problem !== "" && <ErrorBox message={problem} />}
      <TextField
        label="نام کوتاه، با حروف کوچک لاتین"
        name="name"
        dir="ltr"
        value={name}
        message={fields["name"] ?? ""}
        autoComplete="username"
        onChange={setName}
      />
      <TextField
        label="شمارهٔ موبایل"
        name="phone"
        dir="ltr"
        value={phone}
        message={fields["phone"] ?? ""}
        autoComplete="tel"
        onChange={setPhone}
      />
      <SubmitButton isSending={isSending} className="button button-decide w-full">
        ورود به میز
      </SubmitButton>
    </form>
  );
}
