import { useState } from "react";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { registerPasskey } from "../../../stores/desk/passkey.ts";

/** Registers a passkey of this device. */
export function RegisterPasskey({ onDone }: { onDone: () => void }) {
  const [label, setLabel] = useState("");
  const [problem, setProblem] = useState("");
  const [isSending, setIsSending] = useState(false);
  const submit = async () => {
    setIsSending(true);
    const found = await registerPasskey(label);
    setIsSending(false);
    setProblem(found);
    if (found === "") onDone();
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
        با گذرکلید، همین دستگاه با اثر انگشت، چهره یا رمزش شما را می‌شناسد؛ هیچ رمزی فرستاده
        نمی‌شود.
      </p>
      {problem !== "" && <ErrorBox message={problem} />}
      <TextField
        label="روی کدام دستگاه؟"
        name="label"
        dir="auto"
        value={label}
        message=""
        onChange={setLabel}
      />
      <SubmitButton isSending={isSending} className="button button-decide w-full">
        گذرکلید را بساز
      </SubmitButton>
    </form>
  );
}
