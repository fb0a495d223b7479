import { useState } from "react";
import { type Ending, useSending } from "./use-sending.ts";

interface Confirmation {
  open: () => void;
  /** The props that `ConfirmModal` takes from here. */
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
  act: () => Promise<Ending>,
  { leavesPage = false }: { leavesPage?: boolean } = {},
): Confirmation {
  const [isOpen, setIsOpen] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const { send, isSending, problem, refuse } = useSending();
  const confirm = async () => {
    if (isLeaving || !(await send(act))) return;
    if (leavesPage) setIsLeaving(true);
    else setIsOpen(false);
  };
  return {
    open: () => {
      refuse({});
      setIsOpen(true);
    },
    modal: {
      isOpen,
      isBusy: isSending || isLeaving,
      problem,
      onConfirm: () => void confirm(),
      onClose: () => {
        setIsOpen(false);
      },
    },
  };
}
