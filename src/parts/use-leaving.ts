import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useAskBeforeLeaving } from "./use-ask-before-leaving.ts";
import { type DialogFields, type UnsavedInput, watchFields } from "./dialog-fields.ts";

/** The answers to the question whether typed text may be discarded. */
export type LeaveAnswer = "keep" | "discard" | "stay";

interface Leaving {
  /** The question that is asked before the dialog closes, or null. */
  asked: { loss: Exclude<UnsavedInput, "nothing">; hasSecret: boolean } | null;
  /** Closes the dialog, or asks first. Returns true when it closes. */
  leave: () => boolean;
  answer: (answer: LeaveAnswer) => void;
}

/** Closes a dialog at once, or asks first when its fields hold text. */
export function useLeaving(
  dialog: RefObject<HTMLDialogElement | null>,
  isOpen: boolean,
  name: string,
  onClose: () => void,
): Leaving {
  const fields = useRef<DialogFields>(null);
  const [asked, setAsked] = useState<Leaving["asked"]>(null);
  const watch = useEffectEvent((element: HTMLDialogElement) =>
    watchFields(element, `${location.pathname} ${name}`),
  );
  useLayoutEffect(() => {
    if (!isOpen || !dialog.current) return;
    const watched = watch(dialog.current);
    fields.current = watched;
    return () => {
      fields.current = null;
      watched.stop();
      setAsked(null);
    };
  }, [isOpen, dialog]);
  useAskBeforeLeaving(() => {
    const isSafe = isBusy(dialog.current) || (fields.current?.isSent() ?? true);
    return isOpen && !isSafe && fields.current?.loss() !== "nothing";
  });
  const answer = (given: LeaveAnswer) => {
    setAsked(null);
    if (given === "stay") {
      fields.current?.goOn();
      return;
    }
    if (given === "keep") fields.current?.keep();
    onClose();
  };
  const leave = () => {
    if (isBusy(dialog.current)) return false;
    const loss = fields.current?.loss() ?? "nothing";
    if (loss === "nothing") answer("discard");
    // Leaving again, while the question is open, chooses the answer that loses nothing.
    else if (asked) answer(asked.loss === "words" ? "keep" : "stay");
    else setAsked({ loss, hasSecret: fields.current?.hasSecret() ?? false });
    return loss === "nothing" || asked?.loss === "words";
  };
  return { asked, leave, answer };
}

/** True while something is being sent. The dialog must stay open to show the outcome. */
function isBusy(dialog: HTMLDialogElement | null): boolean {
  return dialog !== null && dialog.querySelector("button[aria-busy=true]") !== null;
}
