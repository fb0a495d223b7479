import { useRef } from "react";
import { ConfirmModal } from "../../parts/ConfirmModal.tsx";
import { useConfirmation } from "../../parts/use-confirmation.ts";
import { notify } from "../../stores/notice.ts";
import { takeBack } from "../../stores/withdrawal.ts";

/** Takes a withdrawal back after a confirmation, while nobody is paying it. */
export function TakeBack({ withdrawalId }: { withdrawalId: string | null }) {
  const success = useRef("");
  const { open, modal } = useConfirmation(async () => {
    const outcome = await takeBack(withdrawalId ?? "");
    if (!outcome.ok) return outcome.message;
    success.current = outcome.value.message;
    return "";
  });
  return (
    <>
      {withdrawalId !== null && (
        <button type="button" className="link text-sm" onClick={open}>
          پس گرفتن
        </button>
      )}
      <ConfirmModal
        {...modal}
        title="پس گرفتن برداشت"
        action="برداشت را پس بگیر"
        onClosed={() => {
          // The result is shown after the dialog closes: screen readers ignore the page behind an
          // open dialog.
          if (success.current !== "") notify("success", success.current);
          success.current = "";
        }}
      >
        <p>مبلغ این برداشت همان لحظه به کیف پول شما بازمی‌گردد و به کارت واریز نمی‌شود.</p>
      </ConfirmModal>
    </>
  );
}
