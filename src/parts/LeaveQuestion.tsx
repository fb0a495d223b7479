import { useEffect, useId, useRef } from "react";
import type { LeaveAnswer } from "./use-leaving.ts";

interface LeaveQuestionProps {
  /** True when there are words that can be kept; otherwise only secrets were typed. */
  canKeep: boolean;
  hasSecret: boolean;
  onAnswer: (answer: LeaveAnswer) => void;
}

/**
 * Asks, inside the dialog that is being closed, whether to keep or discard the typed text. The
 * first button loses nothing.
 */
export function LeaveQuestion({ canKeep, hasSecret, onAnswer }: LeaveQuestionProps) {
  const id = useId();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    first.current?.focus();
  }, []);
  const button = (answer: LeaveAnswer, words: string, isFirst: boolean) => (
    <button
      ref={isFirst ? first : null}
      type="button"
      className={`${isFirst ? "button" : "button-quiet"} button-decide`}
      onClick={() => {
        onAnswer(answer);
      }}
    >
      {words}
    </button>
  );
  return (
    <div
      role="alertdialog"
      aria-labelledby={`${id}question`}
      aria-describedby={`${id}hint`}
      className="leave-question"
    >
      <p id={`${id}question`}>
        <b>{canKeep ? "نوشته‌ها بماند؟" : "نوشته‌ها دور ریخته شود؟"}</b>
      </p>
      <p id={`${id}hint`} className="hint">
        {canKeep && <span>تا این صفحه باز است، این‌جا می‌ماند. </span>}
        {hasSecret && <span>کد و شمارهٔ کارت نگه داشته نمی‌شود.</span>}
      </p>
      <div className="leave-answers">
        {canKeep && button("keep", "بماند", true)}
        {button("stay", "ادامهٔ نوشتن", !canKeep)}
        {button("discard", "دور بریز", false)}
      </div>
    </div>
  );
}
