import { RotateCcw } from "lucide-react";
import { formatNumber, formatToman } from "../../../../persian/toman.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { RelativeDate } from "../../../parts/RelativeDate.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import { Toman } from "../../../parts/Toman.tsx";
import { type PriceChange, type ProductPage, setPrice } from "../../../stores/desk/catalogue.ts";
import { withToast } from "../../../stores/desk/with-toast.ts";
import { useKeys } from "../keys.ts";
import { KeyHint } from "../KeyHint.tsx";
import {
  PRICE_FIELDS,
  type PriceDraft,
  PriceFields,
  draftOfPrices,
  numbersOf,
  pricesOf,
} from "./PriceFields.tsx";
import { profitWords } from "./margin.ts";

interface PricesProps {
  product: ProductPage;
  canDecide: boolean;
}

/** The form that changes the price by hand, and the list of all prices so far. */
export function Prices({ product, canDecide }: PricesProps) {
  const [draft, setDraft] = useTyped(`price:${product.id}`, draftOfPrices(product));
  const [reason, setReason] = useTyped<string>(`price-reason:${product.id}`, "");
  const restore = (old: PriceChange) => {
    setDraft(draftOfPrices(old));
    setReason(`بازگرداندن قیمت شمارهٔ ${formatNumber(old.number)}`);
    document.querySelector<HTMLElement>("#price-form")?.scrollIntoView({ block: "center" });
    document.querySelector<HTMLElement>("#price-form [name=reason]")?.focus();
  };
  return (
    <div className="product-main">
      {canDecide && (
        <PriceForm
          product={product}
          draft={draft}
          reason={reason}
          onDraft={setDraft}
          onReason={setReason}
        />
      )}
      <section className="desk-card" aria-labelledby="prices">
        <header>
          <h2 id="prices">قیمت‌هایی که داشته است</h2>
          <span className="text-xs text-muted">تازه‌ترین بالاست</span>
        </header>
        <DataTable
          caption="قیمت‌های این کالا"
          columns={[
            ...columns,
            ...(canDecide
              ? [
                  {
                    title: "کارها",
                    isAction: true,
                    cell: (row: PriceChange) =>
                      row.number === product.prices[0]?.number ? (
                        <span className="text-muted">اکنون</span>
                      ) : (
                        <button
                          type="button"
                          className="button-quiet button-small"
                          aria-label={`بازگردان: ${formatToman(row.price)}`}
                          onClick={() => restore(row)}
                        >
                          <RotateCcw size={15} aria-hidden="true" /> بازگردان
                        </button>
                      ),
                  },
                ]
              : []),
          ]}
          rows={product.prices}
          rowKey={({ number }) => String(number)}
        />
      </section>
    </div>
  );
}

const columns: readonly Column<PriceChange>[] = [
  { title: "قیمت", cell: ({ price }) => <Toman amount={price} /> },
  {
    title: "حراج",
    cell: ({ priceAfterDiscount: sale }) =>
      sale === null ? <span className="text-muted">—</span> : <Toman amount={sale} />,
  },
  {
    title: "پاداش",
    cell: ({ reward }) =>
      reward === 0 ? <span className="text-muted">—</span> : <Toman amount={reward} />,
  },
  {
    title: "از روی",
    cell: ({ rate }) =>
      rate === null ? (
        "دست"
      ) : (
        <>
          <span>{`نرخ ${formatNumber(rate)}`}</span>
        </>
      ),
  },
  {
    title: "چه کسی و چرا",
    cell: ({ operator, reason }) => (
      <span className="cell-lines">
        <bdi>{operator ?? "بیرون از میز"}</bdi>
        {reason !== null && <small className="price-reason text-muted">{reason}</small>}
      </span>
    ),
  },
  { title: "از کی", cell: ({ changedAt }) => <RelativeDate at={changedAt} /> },
];

interface PriceFormProps {
  product: ProductPage;
  draft: PriceDraft;
  reason: string;
  onDraft: (draft: PriceDraft) => void;
  onReason: (reason: string) => void;
}

function PriceForm({ product, draft, reason, onDraft, onReason }: PriceFormProps) {
  const { formOf, messages, messageOf, problem, isSending, send } = useSending([
    ...PRICE_FIELDS,
    "reason",
  ]);
  const { price, priceAfterDiscount, reward, unitCost } = product;
  const seen = { price, priceAfterDiscount, reward };
  const requested = numbersOf(draft);
  const isSame =
    requested.price === price &&
    requested.priceAfterDiscount === priceAfterDiscount &&
    requested.reward === reward;
  const submit = async () => {
    const requested = { ...pricesOf(draft), reason, seen };
    if (await send(() => withToast(setPrice(product.id, requested)))) onReason("");
  };
  useKeys("قیمت", [
    {
      code: "KeyP",
      label: "نوشتن قیمت",
      act: () => document.querySelector<HTMLElement>("#price-form input")?.focus(),
    },
  ]);
  return (
    <section className="desk-card" aria-labelledby="price-title">
      <header>
        <h2 id="price-title">
          قیمت <KeyHint code="KeyP" />
        </h2>
        <span className="text-xs text-muted">از روی دست</span>
      </header>
      <form id="price-form" {...formOf(submit)} className="product-form">
        {problem !== "" && (
          <ErrorBox message={`${problem} اکنون ${formatToman(priceAfterDiscount ?? price)} است.`} />
        )}
        <PriceFields
          draft={draft}
          messages={messages}
          onChange={(changes) => onDraft({ ...draft, ...changes })}
        />
        <TextField
          label="چرا؟ در دفتر رویدادها می‌ماند"
          name="reason"
          dir="auto"
          autoComplete="off"
          value={reason}
          message={messageOf("reason")}
          onChange={onReason}
        />
        <p className="hint" aria-live="polite">
          {`${requested.price > 0 && !Number.isNaN(requested.priceAfterDiscount) ? profitWords({ ...requested, unitCost }) : ""} سبدهای باز قیمت تازه را پیش از پرداخت می‌بینند؛ پرداخت‌های در راه با قیمتی که دیده‌اند انجام می‌شوند.`}
        </p>
        <div>
          <SubmitButton isSending={isSending} isDisabled={isSame} className="button button-decide">
            قیمت را عوض کن
          </SubmitButton>
        </div>
      </form>
    </section>
  );
}
