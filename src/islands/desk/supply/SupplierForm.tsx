import { useState } from "react";
import { currencyWord } from "../../../../persian/currency.ts";
import { AmountField } from "../../../parts/AmountField.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { type Supplier, saveSupplier } from "../../../stores/desk/supply.ts";
import { useSending } from "../use-sending.ts";
import { SUPPLIER_NAMES } from "./words.ts";

interface SupplierFormProps {
  supplier: Supplier | null;
  onClose: () => void;
}

/** The rate, the day's ceiling and the low balance of a supplier. */
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
  const [rate, setRate] = useState(String(supplier.rate ?? ""));
  const [followsRate, setFollowsRate] = useState(supplier.followsRate);
  const [ceilingDay, setCeilingDay] = useState(String(supplier.ceilingDay ?? ""));
  const [lowBalance, setLowBalance] = useState(supplier.lowBalance);
  const { formOf, messages, problem, isSending, send } = useSending();
  const submit = async () => {
    const value = await send(
      saveSupplier(supplier.name, {
        currency: supplier.currency,
        rate: followsRate || rate === "" ? null : rate,
        followsRate,
        ceilingDay: ceilingDay === "" ? null : ceilingDay,
        lowBalance: lowBalance.trim() || "0",
      }),
    );
    if (value !== null) onClose();
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
              checked={followsRate === follows}
              onChange={() => {
                setFollowsRate(follows);
              }}
            />
            <span>{words}</span>
          </label>
        ))}
      </fieldset>
      {!followsRate && (
        <AmountField
          label={`نرخ هر ${currencyWord(supplier.currency)}، تومان`}
          name="rate"
          value={rate}
          message={messages["rate"] ?? ""}
          onChange={setRate}
        />
      )}
      <AmountField
        label="سقف خرید در روز، تومان (خالی: بی سقف)"
        name="ceiling-day"
        value={ceilingDay}
        message={messages["ceilingDay"] ?? ""}
        onChange={setCeilingDay}
      />
      <TextField
        label={`هشدار موجودی کمتر از، ${currencyWord(supplier.currency)}`}
        name="low-balance"
        dir="ltr"
        autoComplete="off"
        value={lowBalance}
        message={messages["lowBalance"] ?? ""}
        onChange={setLowBalance}
      />
      <p className="hint">هر سفارش نرخی را نگه می‌دارد که هنگام فرستادنش بود.</p>
      <SubmitButton isSending={isSending} className="button button-decide">
        نگه دار
      </SubmitButton>
    </form>
  );
}
