import { useId, useState } from "react";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { enterWithSecret } from "../../../stores/desk/session.ts";
import { goOn } from "./go-on.ts";

/** Takes a one-time link, or the secret at its end, from somebody who got it on another device. */
export function EnterByLink({ message }: { message: string }) {
  const id = useId();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState(message);
  const [isSending, setIsSending] = useState(false);
  const submit = async () => {
    const secret = /([A-Za-z0-9_-]{20,200})$/.exec(text.trim())?.[1];
    if (secret === undefined) {
      setProblem("لینک یک‌بارمصرف را کامل بنویسید.");
      return;
    }
    setIsSending(true);
    const outcome = await enterWithSecret(secret);
    if (outcome.ok) {
      goOn();
      return;
    }
    setIsSending(false);
    setProblem(outcome.message);
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
          npm run desk -- link
        </code>{" "}
        لینکی تازه می‌سازد.
      </p>
    </form>
  );
}
