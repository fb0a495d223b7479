import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import { registerPasskey } from "../../../stores/desk/passkey.ts";

/** Registers a passkey of this device. */
export function RegisterPasskey({ onDone }: { onDone: () => void }) {
  const [label, setLabel] = useTyped<string>("passkey label", "");
  const { formOf, problem, isSending, send } = useSending();
  const submit = async () => {
    if (await send(() => registerPasskey(label))) onDone();
  };
  return (
    <form {...formOf(submit)} className="flex flex-col gap-4">
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
