import { useState } from "react";
import { toPersianDigits } from "../../../persian/digits.ts";
import { typedDigits } from "../../../persian/characters.ts";
import { FieldMessage } from "../../parts/FieldMessage.tsx";
import { Spinner } from "../../parts/Spinner.tsx";
import {
  checkCode,
  forgetMessage,
  resendCode,
  type SignInLimits,
  type SignInState,
} from "../../stores/sign-in.ts";
import { SecurityCheck } from "./SecurityCheck.tsx";
import { CodeActions } from "./CodeActions.tsx";
import { CodeBoxes } from "../../parts/CodeBoxes.tsx";
import { useReceivedCode } from "../../parts/use-received-code.ts";

interface CodeStepProps {
  state: Extract<SignInState, { step: "code" }>;
  limits: SignInLimits;
  codeLength: number;
}

export function CodeStep({ state, limits, codeLength }: CodeStepProps) {
  const [digits, setDigits] = useState<readonly string[]>(() =>
    Array.from({ length: codeLength }, () => ""),
  );
  const [isFlagged, setIsFlagged] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const query = () => new URLSearchParams(location.search);

  const clear = () => {
    setDigits(digits.map(() => ""));
    setRefusals((count) => count + 1);
  };
  const submit = async (code: readonly string[]) => {
    const isFull = code.every((digit) => digit !== "");
    setIsFlagged(!isFull);
    if (isFull && !(await checkCode(code.join(""), query(), limits))) clear();
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
  const isInvalid = isFlagged || state.codeMessage !== "";
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(digits);
      }}
    >
      <div>
        <h1 className="mb-2 text-2xl">کد تأیید</h1>
        <p className="text-sm text-muted">
          <span>{`کد ${toPersianDigits(codeLength)} رقمی پیامک‌شده به `}</span>
          <bdi dir="ltr" className="tabular text-ink">{`+98 ${state.username}`}</bdi>
          <span>{" را وارد کنید."}</span>
        </p>
      </div>
      <CodeBoxes
        key={refusals}
        digits={digits}
        isDisabled={state.isChecking}
        isInvalid={isInvalid}
        flagsEmpty={isFlagged}
        onChange={change}
      />
      <FieldMessage
        id="code-message"
        message={state.codeMessage || (isFlagged ? "لطفاً کد تأیید را وارد کنید." : "")}
      />
      <button
        type="submit"
        className="button w-full"
        disabled={state.isChecking || state.isWorking}
        aria-busy={state.isChecking || state.isWorking}
      >
        {(state.isChecking || state.isWorking) && <Spinner />}
        <span>{!state.isWorking && "تأیید و ورود"}</span>
        <SecurityCheck isRunning={state.isWorking} />
      </button>
      <CodeActions
        resendAt={state.resendAt}
        onResend={() => {
          clear();
          void resendCode(query(), limits);
        }}
      />
    </form>
  );
}
