import { useState } from "react";
import { batchName } from "../../../../persian/batch-name.ts";
import { formatNumber, formatToman } from "../../../../persian/toman.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useFields } from "../../../parts/use-fields.ts";
import { type Batch, takeCodes } from "../../../stores/desk/stock.ts";
import { notify } from "../../../stores/notice.ts";
import { download } from "../download.ts";

interface TakeCodesProps {
  productId: string;
  /** Null while the dialog is closed. */
  batch: Batch | null;
  onClose: () => void;
}

/**
 * Takes the unsold codes of a batch out of the shop: shows the consequences, asks for a reason, and
 * downloads the codes once.
 */
export function TakeCodes({ productId, batch, onClose }: TakeCodesProps) {
  const [shown, setShown] = useState(batch);
  // Keeps showing the batch while the dialog fades out.
  if (batch !== null && batch !== shown) setShown(batch);
  return (
    <Modal
      isOpen={batch !== null}
      title="گرفتن کدهای آزاد"
      about={shown?.id ?? ""}
      onClose={onClose}
    >
      {shown && <Form key={shown.id} productId={productId} batch={shown} onClose={onClose} />}
    </Modal>
  );
}

function Form({ productId, batch, onClose }: TakeCodesProps & { batch: Batch }) {
  const count = batch.free + batch.recalled + batch.known;
  const { form, field, isSending, problem } = useFields({
    form: "take-codes",
    start: { reason: "" },
    check: (_, value) => (value.trim().length >= 3 ? "" : "لطفاً دلیل را بنویسید."),
    send: async ({ reason }) => {
      const file = await takeCodes(productId, batch.id, reason);
      if ("problem" in file) return { "": file.problem };
      download({ ...file, type: "text/csv;charset=utf-8" });
      notify("success", `${formatNumber(count)} کد در یک پرونده داده شد.`);
      onClose();
      return {};
    },
  });
  return (
    <form {...form} className="flex flex-col gap-4">
      <p>
        <b>{`${formatNumber(count)} کد نفروختهٔ ${batchName(batch)}، به بهای ${formatToman(count * batch.unitCost)}، `}</b>
        <span>
          آشکار و بی‌رمز در پرونده‌ای روی همین دستگاه می‌نشیند. نام شما، شمار کدها و دلیل در دفتر
          نوشته می‌شود.
        </span>
      </p>
      <p className={batch.recalledAt === null ? "notice notice-zaferan" : ""}>
        {batch.recalledAt === null
          ? "این کدها از همین دم از فروش بیرون می‌روند و دیگر به فروش برنمی‌گردند، چون هر که پرونده را دارد می‌شناسدشان."
          : "این بسته فراخوانده است؛ این کدها پس از برگرداندن بسته هم فروخته نمی‌شوند."}
      </p>
      {problem !== "" && <ErrorBox message={problem} />}
      <TextField label="دلیل" dir="auto" autoComplete="off" {...field("reason")} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton isSending={isSending} className="button-danger button-decide flex-1">
          {`${formatNumber(count)} کد را بده`}
        </SubmitButton>
        <button type="button" data-way-out className="button-quiet button-decide" onClick={onClose}>
          انصراف
        </button>
      </div>
    </form>
  );
}
