import { useStore } from "@nanostores/react";
import { useState } from "react";
import { toPersianDigits } from "../../persian/digits.ts";
import { typedDigits } from "../../persian/characters.ts";
import {
  $secondCode,
  checkSecondCode,
  closeSecondCode,
  forgetMessage,
  proveBrowser,
  type SecondCodeState,
  sendCode,
} from "../stores/second-code.ts";
import { CodeBoxes } from "./CodeBoxes.tsx";
import { draw } from "./draw.tsx";
import { ErrorBox } from "./ErrorBox.tsx";
import { FieldMessage } from "./FieldMessage.tsx";
import { Modal } from "./Modal.tsx";
import { Spinner } from "./Spinner.tsx";
import { useReceivedCode } from "./use-received-code.ts";
import { formatSeconds, useSecondsLeft } from "./use-seconds-left.ts";

let isDrawn = false;

/** Draws the dialog. Resolves to true when the code was typed, to false when it was closed. */
export function askSecondCode(container: HTMLElement): Promise<boolean> {
  if (!isDrawn)
    draw(container, <SecondCode codeLength={Number(container.dataset["codeLength"])} />);
  isDrawn = true;
  return proveBrowser();
}

/** Asks for a code from an SMS, once in each browser that is new to a valuable account. */
function SecondCode({ codeLength }: { codeLength: number }) {
  const state = useStore($secondCode);
  // While the dialog fades out, it still shows its last content.
  const [shown, setShown] = useState(state);
  if (state.step !== "closed" && state !== shown) setShown(state);
  return (
    <Modal isOpen={state.step !== "closed"} title="این شما هستید؟" onClose={closeSecondCode}>
      <p className="mb-5 text-sm leading-7">
        پیش از ادامه، کدی به موبایل این حساب پیامک می‌کنیم. در همین مرورگر برای دیدن حساب و خرید
        دوباره پرسیده نمی‌شود.
      </p>
      {shown.step === "offered" && (
        <button type="button" className="button w-full" onClick={() => void sendCode()}>
          ارسال کد
        </button>
      )}
      {shown.step === "sending" && (
        <p className="flex items-center justify-center gap-3 py-8 text-sm text-muted" role="status">
          <Spinner />
          کد پیامک می‌شود…
        </p>
      )}
      {shown.step === "failed" && (
        <ErrorBox message={shown.message} onRetry={() => void sendCode()} />
      )}
      {shown.step === "code" && <CodeForm state={shown} codeLength={codeLength} />}
    </Modal>
  );
}

function CodeForm({
  state,
  codeLength,
}: {
  state: Extract<SecondCodeState, { step: "code" }>;
  codeLength: number;
}) {
  const empty = Array.from({ length: codeLength }, () => "");
  const [digits, setDigits] = useState<readonly string[]>(empty);
  const [isFlagged, setIsFlagged] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const secondsLeft = useSecondsLeft(state.resendAt);
  const clear = () => {
    setDigits(empty);
    setRefusals((count) => count + 1);
  };
  const submit = async (code: readonly string[]) => {
    const isFull = code.every((digit) => digit !== "");
    setIsFlagged(!isFull);
    if (isFull && !(await checkSecondCode(code.join("")))) clear();
  };
  const change = (code: readonly string[]) => {
    setDigits(code);
    setIsFlagged(false);
    forgetMessage();
    if (code.every((digit) => digit !== "")) void submit(code);
  };
  useReceivedCode((code) => {
    const received = Array.from(typedDigits(code)).slice(0, codeLength);
    if (received.length === codeLength) change(received);
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(digits);
      }}
    >
      <p className="text-center text-sm text-muted">
        <span>{`کد ${toPersianDigits(codeLength)} رقمی پیامک‌شده`}</span>
        {state.phone !== "" && (
          <>
            <span>{` به `}</span>
            <bdi dir="ltr" className="text-ink">
              {state.phone}
            </bdi>
          </>
        )}
        <span>{` را وارد کنید.`}</span>
      </p>
      <CodeBoxes
        key={refusals}
        digits={digits}
        isDisabled={state.isChecking}
        isInvalid={isFlagged || state.message !== ""}
        flagsEmpty={isFlagged}
        onChange={change}
      />
      <FieldMessage
        id="code-message"
        message={state.message || (isFlagged ? "لطفاً کد تأیید را وارد کنید." : "")}
      />
      <button
        type="submit"
        className="button w-full"
        disabled={state.isChecking}
        aria-busy={state.isChecking}
      >
        {state.isChecking && <Spinner />}
        <span>تأیید و ادامه</span>
      </button>
      <p className="flex min-h-11 items-center justify-center text-sm">
        {secondsLeft > 0 ? (
          <span className="tabular text-muted">{`ارسال دوباره تا ${formatSeconds(secondsLeft)} دیگر`}</span>
        ) : (
          <button
            type="button"
            className="link min-h-[44px]"
            onClick={() => {
              clear();
              void sendCode();
            }}
          >
            ارسال دوباره کد
          </button>
        )}
      </p>
    </form>
  );
}
