import { useId, useState } from "react";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { enterWithSecret } from "../../../stores/desk/session.ts";
import { goOn } from "./go-on.ts";

/**
 * Lets in an operator who pastes a one-time link, or the secret at its end, from another device.
 */
export function EnterByLink({ message }: { message: string }) {
  const id = useId();
  const [text, setText] = useState("");
  const [said, setSaid] = useState(message);
  const { formOf, problem, isSending, send } = useSending();
  const enter = async () => {
    setSaid("");
    const secret = /([A-Za-z0-9_-]{20,200})$/.exec(text.trim())?.[1];
    if (secret === undefined) return "لینک یک‌بارمصرف را کامل بنویسید.";
    const outcome = await enterWithSecret(secret);
    if (outcome.ok) goOn();
    return outcome;
  };
  return (
    <form {...formOf(() => send(enter, { leavesPage: true }))} className="flex flex-col gap-4">
      {(problem || said) !== "" && <ErrorBox message={problem || said} />}
      <div>
        <label htmlFor={id} className="label">
          لینک یک‌بارمصرف
        </label>
        <input
          id={id}
          className="field"
          dir="ltr"
          type="password"
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
          }}
        />
      </div>
      <SubmitButton isSending={isSending} className="button button-decide w-full">
        ورود به میز
      </SubmitButton>
      <p className="text-sm text-muted">
        لینک را از مالک فروشگاه بگیرید. در فروشگاهی که روی همین رایانه اجرا می‌شود{" "}
        <code dir="ltr" lang="en" translate="no">
          npm run desk -- makeLink
        </code>{" "}
        لینکی تازه می‌سازد.
      </p>
    </form>
  );
}
