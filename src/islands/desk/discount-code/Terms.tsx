import { useId } from "react";
import { readSum } from "../../../../persian/sum.ts";
import { AmountField } from "../../../parts/AmountField.tsx";
import { FieldMessage } from "../../../parts/FieldMessage.tsx";
import { PersianDayField } from "../../../parts/PersianDayField.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import type { DiscountCode, NewCode } from "../../../stores/desk/discount-code.ts";
import type { Messages } from "../../../stores/messages.ts";
import { serverNow } from "../../../stores/server-clock.ts";

/** The terms of a code, as they are typed. */
export interface Draft {
  type: DiscountCode["type"];
  value: string;
  maxDiscount: string;
  minPurchase: string;
  usesMax: string;
  usesPerPerson: string;
  /** The last day, such as 1405-09-30; empty when there is none. */
  until: string;
  maySellBelowCost: boolean;
}

/** The names of the fields, as refusals use them. */
export const TERM_FIELDS = [
  "value",
  "maxDiscount",
  "minPurchase",
  "usesMax",
  "usesPerPerson",
  "until",
  "maySellBelowCost",
];

/**
 * Returns an empty draft, or one with the terms of an existing code. Its last day is copied unless
 * that day is over.
 */
export function draftLike(like: DiscountCode | null, usesMax: string): Draft {
  if (like === null)
    return {
      type: "percentage",
      value: "",
      maxDiscount: "",
      minPurchase: "",
      usesMax,
      usesPerPerson: "1",
      until: "",
      maySellBelowCost: false,
    };
  const isOver = like.expiresAt !== null && Date.parse(like.expiresAt) < serverNow();
  return {
    type: like.type,
    value: String(like.value),
    maxDiscount: String(like.maxDiscount ?? ""),
    minPurchase: like.minPurchase === 0 ? "" : String(like.minPurchase),
    usesMax: String(like.usesMax ?? ""),
    usesPerPerson: String(like.usesPerPerson),
    until: isOver ? "" : (like.until ?? ""),
    maySellBelowCost: like.maySellBelowCost,
  };
}

/**
 * Returns the terms in the form of the call. An unreadable count becomes 0, which the shop refuses.
 */
export function termsOf(draft: Draft): Omit<NewCode, "code" | "phone"> {
  const sum = (text: string) => (text.trim() === "" ? null : text);
  return {
    type: draft.type,
    value: draft.value,
    maxDiscount: draft.type === "fixed" ? null : sum(draft.maxDiscount),
    minPurchase: sum(draft.minPurchase),
    maySellBelowCost: draft.maySellBelowCost,
    usesMax: draft.usesMax.trim() === "" ? null : countOf(draft.usesMax),
    usesPerPerson: countOf(draft.usesPerPerson),
    until: draft.until === "" ? null : draft.until,
  };
}

export function countOf(text: string): number {
  const count = readSum(text);
  return typeof count === "number" ? count : 0;
}

interface TermsProps {
  draft: Draft;
  messages: Messages;
  onChange: (draft: Draft) => void;
}

/** The fields for the terms of a code. */
export function Terms({ draft, messages, onChange }: TermsProps) {
  const lossId = useId();
  const sum = (name: keyof Draft, label: string) => ({
    label,
    name,
    value: String(draft[name]),
    message: messages[name] ?? "",
    onChange: (value: string) => onChange({ ...draft, [name]: value }),
  });
  const field = (name: keyof Draft, label: string) => ({
    ...sum(name, label),
    dir: "ltr" as const,
    autoComplete: "off",
  });
  return (
    <>
      <fieldset className="choice-row">
        <legend className="label">تخفیف به</legend>
        {(["percentage", "fixed"] as const).map((type) => (
          <label key={type}>
            <input
              type="radio"
              name="type"
              data-field="value"
              checked={draft.type === type}
              onChange={() => onChange({ ...draft, type })}
            />
            <span>{type === "percentage" ? "درصد" : "مبلغ"}</span>
          </label>
        ))}
      </fieldset>
      <div className="field-pair">
        {draft.type === "fixed" ? (
          <AmountField {...sum("value", "مبلغ")} />
        ) : (
          <>
            <TextField {...field("value", "درصد")} />
            <AmountField {...sum("maxDiscount", "سقف تخفیف")} hint="خالی یعنی بی‌سقف" />
          </>
        )}
        <AmountField {...sum("minPurchase", "حداقل خرید")} hint="خالی یعنی هر خرید" />
        <TextField {...field("usesMax", "چند بار روی هم (خالی: بی‌شمار)")} />
        <TextField {...field("usesPerPerson", "هر نفر چند بار")} />
        <PersianDayField
          label="تا پایان روز"
          emptyWords="خالی: همیشه"
          name="until"
          value={draft.until}
          message={messages["until"] ?? ""}
          onChange={(until) => onChange({ ...draft, until })}
        />
      </div>
      <div>
        <label className="tick-line">
          <input
            type="checkbox"
            name="maySellBelowCost"
            className="tick"
            checked={draft.maySellBelowCost}
            aria-describedby={lossId}
            onChange={(event) => onChange({ ...draft, maySellBelowCost: event.target.checked })}
          />
          قیمت می‌تواند از بهای تمام‌شده پایین‌تر بیاید
        </label>
        <p id={lossId} className={draft.maySellBelowCost ? "text-xs text-anar" : "hint"}>
          {draft.maySellBelowCost
            ? "هر سفارش با این کد ممکن است زیان داشته باشد."
            : "بی این تیک، هیچ قلمی ارزان‌تر از بهایش فروخته نمی‌شود."}
        </p>
        <FieldMessage id={`${lossId}message`} message={messages["maySellBelowCost"] ?? ""} />
      </div>
    </>
  );
}
