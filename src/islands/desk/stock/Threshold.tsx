import { readSum } from "../../../../persian/sum.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useFields } from "../../../parts/use-fields.ts";
import { type StockProduct, keepThreshold } from "../../../stores/desk/stock.ts";
import { messagesOf } from "../../../stores/messages.ts";

interface ThresholdProps {
  product: StockProduct;
  isOpen: boolean;
  onClose: () => void;
}

/** Sets the number of free codes below which the desk reports that a product has few. */
export function Threshold({ product, isOpen, onClose }: ThresholdProps) {
  const { id, threshold, isOwnThreshold } = product;
  return (
    <Modal isOpen={isOpen} title="مرز هشدار" onClose={onClose}>
      <Form id={id} own={isOwnThreshold ? threshold : null} onDone={onClose} />
    </Modal>
  );
}

function Form({ id, own, onDone }: { id: string; own: number | null; onDone: () => void }) {
  const { form, field, isSending, problem } = useFields({
    form: `threshold:${id}`,
    start: { threshold: own === null ? "" : String(own) },
    check: (_, value) =>
      value.trim() === "" || typeof readSum(value) === "number"
        ? ""
        : "شماری از ۰ به بالا بنویسید.",
    send: async ({ threshold }) => {
      const refused = await keepThreshold(id, threshold.trim() === "" ? null : threshold);
      if (refused !== null) return messagesOf(refused);
      onDone();
      return {};
    },
  });
  return (
    <form {...form} className="flex flex-col gap-4">
      {problem !== "" && <ErrorBox message={problem} />}
      <TextField label="کمتر از چند کد آزاد" dir="ltr" autoComplete="off" {...field("threshold")} />
      <p className="hint">خالی یعنی فروش یک هفته، از روی سی روز گذشته. صفر یعنی هرگز.</p>
      <SubmitButton isSending={isSending} className="button button-decide">
        ثبت
      </SubmitButton>
    </form>
  );
}
