import { useId } from "react";
import { formatAverage } from "../../../../persian/average.ts";
import { formatNumber, formatToman } from "../../../../persian/toman.ts";
import { numberInWords } from "../../../../persian/words.ts";
import { AmountField } from "../../../parts/AmountField.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { FieldMessage } from "../../../parts/FieldMessage.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import {
  type Doubt,
  type Look,
  addCodes,
  countAdded,
  dropFile,
} from "../../../stores/desk/import.ts";
import type { Shelf } from "../../../stores/desk/stock.ts";
import type { Messages } from "../../../stores/messages.ts";
import { useDraft } from "../use-draft.ts";
import { useKeys } from "../keys.ts";
import { ConfirmButton } from "../ConfirmButton.tsx";
import { KeyHint } from "../KeyHint.tsx";
import { DOUBTS } from "./words.ts";

interface AddFormProps {
  shelf: Shelf;
  look: Look;
  /** The doubts that the operator accepted: codes with them are added too. */
  takes: readonly Doubt[];
  onTakes: (takes: readonly Doubt[]) => void;
}

/** Asks for the source and the cost of the codes, shows the total, and adds them. */
export function AddForm({ shelf, look, takes, onTakes }: AddFormProps) {
  const { product, batches } = shelf;
  const last = batches.find(({ supplier }) => supplier !== null);
  const { draft, field, formOf, problem, code, isSending, send } = useDraft(`add:${product.id}`, {
    supplier: last?.supplier ?? "",
    unitCost: "",
    invoice: "",
    dollar: "",
  });
  const count = countAdded(look, takes);
  const submit = (isSure = false) =>
    send(async () => {
      const wrong = check(draft.supplier, draft.unitCost);
      if (count === 0 || Object.keys(wrong).length > 0) return wrong;
      const dollar = draft.dollar === "" ? null : draft.dollar;
      return addCodes({ ...draft, dollar, takes: [...takes], isSure });
    });
  useKeys("پیش‌نمایش", [
    { code: "Enter", isCtrl: true, label: "افزودن به انبار", act: () => void submit() },
  ]);
  return (
    <form {...formOf(() => submit())} className="add-form" aria-label="افزودن به انبار">
      {problem !== "" && <ErrorBox message={problem} />}
      {code === "cost_far" && (
        <ConfirmButton isSending={isSending} onConfirm={() => void submit(true)}>
          بها درست است، با همین بیفزا
        </ConfirmButton>
      )}
      <Supplier
        known={[...new Set(batches.flatMap((batch) => batch.supplier ?? []))]}
        {...field("supplier")}
      />
      <AmountField label="بهای هر کد" {...field("unitCost")} />
      <div className="field-pair">
        <TextField label="شمارهٔ فاکتور" dir="ltr" autoComplete="off" {...field("invoice")} />
        <AmountField label="دلار آن روز" {...field("dollar")} />
      </div>
      <Doubts look={look} takes={takes} onTakes={onTakes} />
      {Number(draft.unitCost) > 0 && count > 0 && (
        <Sum count={count} unitCost={Number(draft.unitCost)} product={product} />
      )}
      {product.waiting > 0 && count > 0 && product.free === 0 && (
        <p className="hint">
          {`${formatNumber(product.waiting)} نفر که منتظرند پیامک «موجود شد» می‌گیرند.`}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <SubmitButton
          isSending={isSending}
          isDisabled={count === 0}
          className="button button-decide flex-1"
        >
          <span>{`${count === 0 ? "کد تازه‌ای نیست" : `افزودن ${formatNumber(count)} کد`} `}</span>
          <KeyHint code="Enter" isCtrl />
        </SubmitButton>
        <button
          type="button"
          className="button-quiet button-decide"
          disabled={isSending}
          onClick={() => void dropFile()}
        >
          کنار گذاشتن
        </button>
      </div>
    </form>
  );
}

function check(supplier: string, unitCost: string): Messages {
  return {
    ...(supplier.trim().length < 2 && { supplier: "نام تأمین‌کننده را بنویسید." }),
    ...(!(Number(unitCost) > 0) && { unitCost: "بهای هر کد را به تومان بنویسید." }),
  };
}

/** A checkbox for each kind of doubtful lines, which are added only when it is ticked. */
function Doubts({ look, takes, onTakes }: Omit<AddFormProps, "shelf">) {
  return DOUBTS.filter(({ doubt }) => (look.doubts[doubt] ?? 0) > 0).map(({ doubt, words }) => (
    <label key={doubt} className="tick-line">
      <input
        type="checkbox"
        className="tick"
        checked={takes.includes(doubt)}
        onChange={({ target }) =>
          onTakes(target.checked ? [...takes, doubt] : takes.filter((one) => one !== doubt))
        }
      />
      <span>{`${formatNumber(look.doubts[doubt] ?? 0)} ${words}`}</span>
    </label>
  ));
}

interface SupplierProps {
  value: string;
  known: readonly string[];
  message: string;
  onChange: (value: string) => void;
}

function Supplier({ value, known, message, onChange }: SupplierProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="label">
        تأمین‌کننده
      </label>
      <input
        id={id}
        name="supplier"
        className="field"
        dir="auto"
        autoComplete="off"
        list={`${id}known`}
        value={value}
        aria-invalid={message !== ""}
        aria-describedby={`${id}message`}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={`${id}known`}>
        {known.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <FieldMessage id={`${id}message`} message={message} />
    </div>
  );
}

interface SumProps {
  count: number;
  unitCost: number;
  product: Shelf["product"];
}

/** Shows the total cost, the profit of a code, and the new cover of the stock. */
function Sum({ count, unitCost, product }: SumProps) {
  const sum = count * unitCost;
  const profit = product.price - unitCost;
  const perDay = product.sold30 / 30;
  return (
    <div className="add-sum">
      <p className="said-sum">
        <b>{formatToman(sum)}</b>
        <span>{`${numberInWords(sum)} تومان، بهای ${formatNumber(count)} کد`}</span>
      </p>
      {profit < 0 && <p className="text-anar">بهای هر کد از قیمت فروش بیشتر است.</p>}
      <dl className="said-facts">
        <div>
          <dt>سود هر کد با قیمت اکنون</dt>
          <dd className={profit < 0 ? "text-anar" : ""}>
            <bdi dir="ltr">{`${profit < 0 ? "−" : ""}${formatNumber(Math.abs(profit))}`}</bdi>
            <span>{` (${formatAverage((profit / product.price) * 100)}٪)`}</span>
          </dd>
        </div>
        {perDay > 0 && (
          <div>
            <dt>دوام با فروش کنونی</dt>
            <dd>{`${formatNumber(Math.floor((product.free + count) / perDay))} روز`}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}
