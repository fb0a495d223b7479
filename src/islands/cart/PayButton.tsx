import { type ReactNode, useEffect, useRef, useState } from "react";
import { Spinner } from "../../parts/Spinner.tsx";
import { Toman } from "../../parts/Toman.tsx";
import { useIsDesktop } from "../../parts/use-is-desktop.ts";
import type { Obstacle } from "./obstacle.ts";

interface PayButtonProps {
  amountToman: number;
  /** Names the sum in the bar. */
  sumLabel?: string;
  /** The words of the bar's button. */
  shortLabel: string;
  isDisabled: boolean;
  obstacle?: Obstacle | null;
  isBusy?: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** The button that pays. On phones a bar with the sum stands for it while it is still below. */
export function PayButton(props: PayButtonProps) {
  const { amountToman, shortLabel, isDisabled, isBusy = false, onPress, children } = props;
  const { sumLabel = "مبلغ قابل پرداخت", obstacle = null } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [isBelow, setIsBelow] = useState(false);
  const isDesktop = useIsDesktop();
  useEffect(() => {
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry) setIsBelow(!entry.isIntersecting && entry.boundingClientRect.top > 0);
      },
      // The bar at the bottom of phones covers what lies under it.
      { rootMargin: "0px 0px -60px" },
    );
    if (button.current) watch.observe(button.current);
    return () => {
      watch.disconnect();
    };
  }, []);
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
      {isBelow && !isDesktop && (
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
              {shortLabel}
            </button>
          )}
        </div>
      )}
    </>
  );
}
