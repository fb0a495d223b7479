import { useRef, useState } from "react";
import { promiseAfter } from "../../../persian/review-time.ts";
import { Confirmation } from "../../parts/Confirmation.tsx";
import { lazily } from "../../parts/lazily.tsx";
import { Modal } from "../../parts/Modal.tsx";
import { loadIdentityRequests, loadIdentityStatus } from "../../stores/identity.ts";
import { notifyNext } from "../../stores/notice.ts";
import { toReturnPath } from "../../stores/return-path.ts";
import { serverNow } from "../../stores/server-clock.ts";

interface StartVerificationProps {
  nameMax: number;
  fetchSize: number;
  imageMaxBytes: number;
  shopName: string;
}

const VerificationForm = lazily(
  async () => (await import("./VerificationForm.tsx")).VerificationForm,
);
const SENT = "درخواست احراز هویت با موفقیت ثبت شد.";

export function StartVerification({ fetchSize, ...form }: StartVerificationProps) {
  // The cart links straight to the form.
  const [isOpen, setIsOpen] = useState(() => location.hash === "#identity");
  const [sentAt, setSentAt] = useState<number | null>(null);
  // A new status removes this component with its dialog, so the status is loaded after the dialog
  // closes.
  const needsReload = useRef(false);
  const close = () => setIsOpen(false);
  const leave = () => {
    if (needsReload.current) void loadIdentityStatus();
    needsReload.current = false;
  };
  const goOn = () => {
    const returnPath = toReturnPath(new URLSearchParams(location.search).get("return"));
    if (returnPath !== null) {
      notifyNext("success", SENT);
      location.assign(returnPath);
      return;
    }
    setSentAt(serverNow());
    needsReload.current = true;
    void loadIdentityRequests(fetchSize);
  };
  return (
    <>
      <button type="button" className="button" onClick={() => setIsOpen(true)}>
        شروع احراز هویت
      </button>
      <Modal isOpen={isOpen} title="احراز هویت" onClose={close} onClosed={leave}>
        {sentAt === null ? (
          <VerificationForm {...form} onSent={goOn} />
        ) : (
          <Confirmation title={SENT} onClose={close}>
            <p>
              {`${promiseAfter(sentAt, sentAt)} نتیجه را پیامک می‌کنیم؛ با تأیید، کارت شما هم آمادهٔ پرداخت است.`}
            </p>
          </Confirmation>
        )}
      </Modal>
    </>
  );
}
