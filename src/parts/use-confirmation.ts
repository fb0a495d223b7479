import { useState } from "react";
import { type ActResult, useSending } from "./use-sending.ts";

interface Confirmation {
  open: () => void;
  /** The error at a field of the dialog, and how to clear it: see `useSending`. */
  messageOf: (name: string) => string;
  say: (name: string, sentence: string) => void;
  /** The props of `ConfirmModal` that this hook supplies. */
  modal: {
    isOpen: boolean;
    isBusy: boolean;
    problem: string;
    onConfirm: () => void;
    onClose: () => void;
  };
}

/**
 * Holds the state of a `ConfirmModal`. When `act` is done the dialog closes. If success leaves the
 * page, the dialog stays open and busy until then.
 */
export function useConfirmation(
  act: () => Promise<ActResult>,
  { leavesPage = false, fields = [] }: { leavesPage?: boolean; fields?: readonly string[] } = {},
): Confirmation {
  const [isOpen, setIsOpen] = useState(false);
  const { send, isSending, problem, messageOf, refuse, say } = useSending(fields);
  const confirm = async () => {
    if ((await send(act, { leavesPage })) && !leavesPage) setIsOpen(false);
  };
  return {
    open: () => {
      refuse({});
      setIsOpen(true);
    },
    messageOf,
    say,
    modal: {
      isOpen,
      isBusy: isSending,
      problem,
      onConfirm: () => void confirm(),
      onClose: () => {
        setIsOpen(false);
      },
    },
  };
}
