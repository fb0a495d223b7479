import { currencyWord } from "../../../../persian/currency.ts";
import { AmountField } from "../../../parts/AmountField.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useTyped } from "../../../parts/use-typed.ts";
import { type Supplier, saveSupplier } from "../../../stores/desk/supply.ts";
import { useDraft } from "../use-draft.ts";
import { SUPPLIER_NAMES } from "./words.ts";

interface SupplierFormProps {
  supplier: Supplier | null;
  onClose: () => void;
}

/** The form for the exchange rate, the daily ceiling and the low balance of a supplier. */
export function SupplierForm({ supplier, onClose }: SupplierFormProps) {
  return (
    <Modal
      isOpen={supplier !== null}
      title={supplier === null ? "" : `نرخ و سقف ${SUPPLIER_NAMES[supplier.name]}`}
      onClose={onClose}
    >
      {supplier && <Form supplier={supplier} onClose={onClose} />}
    </Modal>
  );
}

function Form({ supplier, onClose }: { supplier: Supplier; onClose: () => void }) {
  const form = `supplier:${supplier.name}`;
  const [followsRate, setFollowsRate] = useTyped<boolean>(`${form} follows`, supplier.followsRate);
  const { draft, field, formOf, problem, isSending, send } = useDraft(form, {
    rate: String(supplier.rate ?? ""),
    ceilingDay: String(supplier.ceilingDay ?? ""),
    lowBalance: supplier.lowBalance,
  });
  const submit = async () => {
    const { rate, ceilingDay, lowBalance } = draft;
    const isDone = await send(() =>
      saveSupplier(supplier.name, {
        currency: supplier.currency,
        rate: followsRate || rate === "" ? null : rate,
        followsRate,
        ceilingDay: ceilingDay === "" ? null : ceilingDay,
        lowBalance: lowBalance.trim() || "0",
      }),
    );
    if (isDone) onClose();
  };
  return (
    <form {...formOf(submit)} className="flex flex-col gap-4">
      {problem !== "" && <ErrorBox message={problem} />}
      <fieldset className="choice-row">
        <legend className="label">{`نرخ هر ${currencyWord(supplier.currency)}`}</legend>
        {[
          { follows: true, words: "همان «نرخ و قیمت»" },
          { follows: false, words: "دستی" },
        ].map(({ follows, words }) => (
          <label key={words}>
            <input
              type="radio"
              name="followsRate"
              data-field="rate"
              checked={followsRate === follows}
              onChange={() => setFollowsRate(follows)}
            />
            <span>{words}</span>
          </label>
        ))}
      </fieldset>
      {!followsRate && (
        <AmountField
          label={`نرخ هر ${currencyWord(supplier.currency)}، تومان`}
          {...field("rate")}
        />
      )}
      <AmountField label="سقف خرید در روز، تومان (خالی: بی سقف)" {...field("ceilingDay")} />
      <TextField
        label={`هشدار موجودی کمتر از، ${currencyWord(supplier.currency)}`}
        dir="ltr"
        autoComplete="off"
        {...field("lowBalance")}
      />
      <p className="hint">هر سفارش نرخی را نگه می‌دارد که هنگام فرستادنش بود.</p>
      <SubmitButton isSending={isSending} className="button button-decide">
        نگه دار
      </SubmitButton>
    </form>
  );
}
