import { useState } from "react";

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
 * Holds the state of a `ConfirmModal`. `act` returns why it failed, or an empty string on success,
 * which closes the dialog. If success leaves the page, the dialog stays open and busy until then.
 */
export function useConfirmation(
  act: () => Promise<string>,
  { leavesPage = false }: { leavesPage?: boolean } = {},
): Confirmation {
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const confirm = async () => {
    setIsBusy(true);
    const found = await act();
    setProblem(found);
    if (found === "" && leavesPage) return;
    setIsBusy(false);
    if (found === "") setIsOpen(false);
  };
  return {
    open: () => {
      setProblem("");
      setIsOpen(true);
    },
    modal: {
      isOpen,
      isBusy,
      problem,
      onConfirm: () => void confirm(),
      onClose: () => {
        setIsOpen(false);
      },
    },
  };
}
