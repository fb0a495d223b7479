import { type ReactNode, useRef } from "react";
import { Spinner } from "../../parts/Spinner.tsx";
import { Toman } from "../../parts/Toman.tsx";
import { leadToQuestion } from "./lead-to-question.ts";
import { useIsBelow } from "./use-is-below.ts";

interface PayButtonProps {
  amountToman: number;
  /** Names the sum in the bar. */
  sumLabel?: string;
  /** The words of the bar's button. */
  shortLabel: string;
  isDisabled: boolean;
  /** Says in few words what has to be done before; empty if nothing. */
  obstacle?: string;
  isBusy?: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** The obstacle of a cart with a line of which nothing is left. */
export const SOLD_OUT = "کالایی ناموجود شده است";

/** The obstacle of a cart in which something is asked and not answered, or not rightly. */
export const UNANSWERED = "پاسخ یک پرسش کامل نیست";

/** The button that pays. On phones a bar with the sum stands for it while it is still below. */
export function PayButton(props: PayButtonProps) {
  const { amountToman, shortLabel, isDisabled, isBusy = false, onPress, children } = props;
  const { sumLabel = "مبلغ قابل پرداخت", obstacle = "" } = props;
  const button = useRef<HTMLButtonElement>(null);
  const isBelow = useIsBelow(button);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button w-full"
        disabled={isDisabled}
        aria-busy={isBusy}
        onClick={onPress}
      >
        {isBusy && <Spinner />}
        {children}
      </button>
      {isBelow && (
        <div className="pay-bar">
          <p className="min-w-0 leading-tight">
            <span className="block text-xs text-muted">{obstacle || sumLabel}</span>
            <Toman amount={amountToman} className="font-extrabold" />
          </p>
          {obstacle ? (
            <button
              type="button"
              className="button-quiet"
              onClick={() => {
                if (obstacle === UNANSWERED) leadToQuestion();
                else button.current?.scrollIntoView({ block: "center" });
              }}
            >
              دیدن و رفع
            </button>
          ) : (
            <button
              type="button"
              className="button"
              disabled={isDisabled}
              aria-busy={isBusy}
              onClick={onPress}
            >
              {isBusy && <Spinner />}
              {shortLabel}
            </button>
          )}
        </div>
      )}
    </>
  );
}
