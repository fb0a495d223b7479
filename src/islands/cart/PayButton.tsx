import { type ReactNode, useRef } from "react";
import { Spinner } from "../../parts/Spinner.tsx";
import { Toman } from "../../parts/Toman.tsx";
import type { Obstacle } from "./obstacle.ts";
import { useIsBelow } from "./use-is-below.ts";

interface PayButtonProps {
  amountToman: number;
  /** The label of the sum in the bar. */
  sumLabel?: string;
  /** The words of the bar's button. */
  shortLabel: string;
  isDisabled: boolean;
  obstacle?: Obstacle | null;
  isBusy?: boolean;
  onPress: () => void;
  children: ReactNode;
}

/**
 * The button that pays. On phones a bar with the sum replaces it while it is further down the page.
 */
export function PayButton(props: PayButtonProps) {
  const { amountToman, shortLabel, isDisabled, isBusy = false, onPress, children } = props;
  const { sumLabel = "مبلغ قابل پرداخت", obstacle = null } = props;
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
        <span>{children}</span>
      </button>
      {isBelow && (
        <div className="pay-bar">
          <p className="min-w-0 leading-tight">
            <span className="block text-xs text-muted">{obstacle?.words ?? sumLabel}</span>
            <Toman amount={amountToman} className="font-extrabold" />
          </p>
          {obstacle ? (
            <button
              type="button"
              className="button-quiet"
              onClick={obstacle.lead ?? (() => button.current?.scrollIntoView({ block: "center" }))}
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
              <span>{shortLabel}</span>
            </button>
          )}
        </div>
      )}
    </>
  );
}
