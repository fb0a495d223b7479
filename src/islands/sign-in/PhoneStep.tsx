import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { FieldMessage } from "../../parts/FieldMessage.tsx";
import { Spinner } from "../../parts/Spinner.tsx";
import { NO_PHONE, takePhone } from "../../stores/phone-typing.ts";
import {
  checkInvitation,
  forgetMessage,
  sendCode,
  type SignInLimits,
  type SignInState,
} from "../../stores/sign-in.ts";
import { formatSeconds, useSecondsLeft } from "../../parts/use-seconds-left.ts";
import { SecurityCheck } from "./SecurityCheck.tsx";

interface PhoneStepProps {
  state: Extract<SignInState, { step: "phone" }>;
  limits: SignInLimits;
}

/** Returns the phone that was typed before the island started. */
function readTyped() {
  const isServer = typeof document === "undefined";
  const field = isServer ? null : document.querySelector<HTMLInputElement>("#phone");
  return takePhone(field?.value ?? "", NO_PHONE);
}

export function PhoneStep({ state, limits }: PhoneStepProps) {
  // On a translated page a new field replaces the one that the server rendered, and starts with its
  // text.
  const [phone, setPhone] = useState(readTyped);
  const [invitation, setInvitation] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const secondsLeft = useSecondsLeft(state.resendAt);
  // Takes over a number that was typed before hydration.
  useEffect(() => {
    setPhone(takePhone(field.current?.value ?? "", NO_PHONE));
    setInvitation(checkInvitation(new URLSearchParams(location.search)));
    if (document.activeElement === document.body) field.current?.focus({ preventScroll: true });
  }, []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const needsAttention = await sendCode(
      phone.typed,
      new URLSearchParams(location.search),
      limits,
    );
    if (needsAttention) field.current?.focus();
  };
  return (
    // Before hydration, `method="dialog"` prevents submitting: it does nothing outside a dialog.
    <form
      method="dialog"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-5"
    >
      <div>
        <h1 className="mb-2 text-2xl">ورود | ثبت‌نام</h1>
        <p className="min-h-[2lh] text-sm text-muted sm:min-h-0">
          شمارهٔ موبایل خود را وارد کنید تا کد تأیید برایتان پیامک شود.
        </p>
        {invitation !== "" && (
          <p role="status" className="hint mt-2">
            {invitation}
          </p>
        )}
      </div>
      <div>
        <label htmlFor="phone" className="label">
          شمارهٔ موبایل
        </label>
        <div dir="ltr" className="flex items-stretch gap-2">
          <span className="flex min-h-[46px] min-w-16 items-center justify-center rounded-control border border-line bg-paper px-3 tabular text-muted">
            +98
          </span>
          <input
            ref={field}
            id="phone"
            type="tel"
            inputMode="numeric"
            autoComplete="tel"
            dir="ltr"
            className="field tabular min-w-0 flex-1 text-start"
            placeholder="912 000 0000"
            value={phone.shown}
            aria-invalid={state.fieldMessage !== ""}
            aria-describedby="phone-message"
            onChange={(event) => {
              setPhone(takePhone(event.target.value, phone));
              forgetMessage();
            }}
          />
        </div>
        <FieldMessage id="phone-message" message={state.fieldMessage} />
      </div>
      <button
        type="submit"
        className="button w-full"
        disabled={state.isSending || secondsLeft > 0}
        aria-busy={state.isSending}
      >
        {state.isSending && <Spinner />}
        <span>
          {!state.isWorking &&
            (secondsLeft > 0
              ? `تلاش دوباره تا ${formatSeconds(secondsLeft)} دیگر`
              : "دریافت کد تأیید")}
        </span>
        <SecurityCheck isRunning={state.isWorking} />
      </button>
    </form>
  );
}
