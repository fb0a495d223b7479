import { useRef, useState } from "react";
import { Confirmation } from "../../parts/Confirmation.tsx";
import { Modal } from "../../parts/Modal.tsx";
import { loadIdentityRequests, loadIdentityStatus } from "../../stores/identity.ts";
import { VerificationForm } from "./VerificationForm.tsx";

interface StartVerificationProps {
  fetchSize: number;
  imageMaxBytes: number;
  shopName: string;
}

export function StartVerification({ fetchSize, imageMaxBytes, shopName }: StartVerificationProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isSent, setIsSent] = useState(false);
  // A new status removes this component with its dialog, so it is loaded after the dialog closes.
  const needsReload = useRef(false);
  const close = () => {
    setIsOpen(false);
  };
  const leave = () => {
    if (needsReload.current) void loadIdentityStatus();
    needsReload.current = false;
  };
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => {
          setIsOpen(true);
        }}
      >
        شروع احراز هویت
      </button>
      <Modal isOpen={isOpen} title="احراز هویت" onClose={close} onClosed={leave}>
        {isSent ? (
          <Confirmation title="درخواست احراز هویت با موفقیت ثبت شد." onClose={close}>
            <p>مدارکی که بین ساعت ۸ تا ۲۴ فرستاده شوند تا ۳۰ دقیقه بررسی می‌شوند.</p>
          </Confirmation>
        ) : (
          <VerificationForm
            imageMaxBytes={imageMaxBytes}
            shopName={shopName}
            onSent={() => {
              setIsSent(true);
              needsReload.current = true;
              void loadIdentityRequests(fetchSize);
            }}
          />
        )}
      </Modal>
    </>
  );
}
