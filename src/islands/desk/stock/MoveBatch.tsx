import { useState } from "react";
import { batchName } from "../../../../persian/batch-name.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useFields } from "../../../parts/use-fields.ts";
import { type Batch, moveBatch } from "../../../stores/desk/stock.ts";
import { messagesOf } from "../../../stores/messages.ts";
import { notify } from "../../../stores/notice.ts";

interface MoveBatchProps {
  productId: string;
  /** Null while the dialog is closed. */
  batch: Batch | null;
  onClose: () => void;
}

/** Says what recalling or restoring a batch does, and does it. */
export function MoveBatch({ productId, batch, onClose }: MoveBatchProps) {
  const [shown, setShown] = useState(batch);
  // Keeps showing the batch while the dialog fades out.
  if (batch !== null && batch !== shown) setShown(batch);
  const isRecalled = shown?.recalledAt != null;
  return (
    <Modal
      isOpen={batch !== null}
      title={isRecalled ? "برگرداندن بسته به فروش" : "فراخواندن بسته"}
      about={shown?.id ?? ""}
      onClose={onClose}
    >
      {shown && (
        <Form key={shown.id} productId={productId} batch={shown} {...{ isRecalled, onClose }} />
      )}
    </Modal>
  );
}

interface FormProps {
  productId: string;
  batch: Batch;
  isRecalled: boolean;
  onClose: () => void;
}

function Form({ productId, batch, isRecalled, onClose }: FormProps) {
  const { form, field, isSending, problem } = useFields({
    form: "move-batch",
    start: { reason: "" },
    check: (_, value) => (isRecalled || value.trim().length >= 3 ? "" : "لطفاً دلیل را بنویسید."),
    send: async ({ reason }) => {
      const refused = await moveBatch(productId, batch.id, isRecalled ? null : reason);
      if (refused !== null) return messagesOf(refused);
      notify("success", isRecalled ? "دوباره فروخته می‌شود." : "فراخوانده شد.");
      onClose();
      return {};
    },
  });
  return (
    <form {...form} className="flex flex-col gap-4">
      <p>
        {isRecalled
          ? `${formatNumber(batch.recalled)} کد آزاد ${batchName(batch)} از همین حالا دوباره فروخته می‌شود. بسته به این دلیل فراخوانده شده بود: «${batch.recallReason ?? ""}»`
          : `${formatNumber(batch.free)} کد آزاد ${batchName(batch)} از همین حالا به کسی فروخته نمی‌شود. ${batch.held > 0 ? `${formatNumber(batch.held)} کد برای پرداخت نگه داشته شده و اگر به‌موقع پرداخت شود تحویل می‌شود. ` : ""}کدهای فروخته همان می‌مانند. هر وقت خواستید برمی‌گردانید.`}
      </p>
      {problem !== "" && <ErrorBox message={problem} />}
      {!isRecalled && <TextField label="دلیل" dir="auto" autoComplete="off" {...field("reason")} />}
      <div className="flex flex-wrap gap-3">
        <SubmitButton
          isSending={isSending}
          className={
            isRecalled ? "button button-decide flex-1" : "button-danger button-decide flex-1"
          }
        >
          {isRecalled ? "به فروش برگردان" : "فرابخوان"}
        </SubmitButton>
        <button type="button" data-way-out className="button-quiet button-decide" onClick={onClose}>
          انصراف
        </button>
      </div>
    </form>
  );
}
