import { changeNumber } from "../../stores/sign-in.ts";
import { formatSeconds, useSecondsLeft } from "../../parts/use-seconds-left.ts";

/** The buttons to change the number and, after the countdown, to resend the code. */
export function CodeActions({ resendAt, onResend }: { resendAt: number; onResend: () => void }) {
  const secondsLeft = useSecondsLeft(resendAt);
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <button type="button" className="link min-h-[44px]" onClick={changeNumber}>
        تغییر شماره
      </button>
      {secondsLeft > 0 ? (
        <span className="tabular text-muted">{`ارسال دوباره تا ${formatSeconds(secondsLeft)} دیگر`}</span>
      ) : (
        <button type="button" className="link min-h-[44px]" onClick={onResend}>
          ارسال دوباره کد
        </button>
      )}
    </div>
  );
}
