import { useStore } from "@nanostores/react";
import { TicketPercent, X } from "lucide-react";
import { type SubmitEvent, useRef } from "react";
import { formatToman } from "../../../persian/toman.ts";
import { FieldMessage } from "../../parts/FieldMessage.tsx";
import { Spinner } from "../../parts/Spinner.tsx";
import { useTyped } from "../../parts/use-typed.ts";
import { $discount, applyDiscount, removeDiscount } from "../../stores/cart.ts";

interface DiscountFormProps {
  appliedCode: string | null;
  /** The most that the code takes off, toman; undefined without a cap. */
  maxToman: number | undefined;
  /** Sentences about the lines on which the code takes off less than its nominal discount. */
  cuts: readonly string[];
}

export function DiscountForm({ appliedCode, maxToman, cuts }: DiscountFormProps) {
  const discount = useStore($discount);
  // The list of discount codes links here with a code in the query.
  const [code, setCode] = useTyped<string>(
    "discount",
    new URLSearchParams(location.search).get("discount") ?? "",
  );
  const field = useRef<HTMLInputElement>(null);
  const isChecking = discount.state === "checking";
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isChecking) return;
    await applyDiscount(code);
    if ($discount.get().state === "refused") field.current?.focus();
    else setCode("");
  };
  const remove = async (applied: string) => {
    // The removed code stays in the field, so that one press applies it again.
    setCode(applied);
    await removeDiscount();
    field.current?.focus();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <label htmlFor="discount-code" className="label">
        کد تخفیف
      </label>
      <div className="flex gap-2">
        <input
          ref={field}
          id="discount-code"
          className="field min-w-0 flex-1"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          aria-invalid={discount.state === "refused"}
          aria-describedby="discount-message"
          onChange={(event) => {
            setCode(event.target.value);
            // The refusal was about the text before this change.
            if (discount.state === "refused") $discount.set({ state: "idle" });
          }}
        />
        {/* Not disabled while the code is checked: a disabled button would lose the focus. */}
        <button
          type="submit"
          className="button-quiet"
          aria-disabled={isChecking}
          aria-busy={isChecking}
        >
          {isChecking ? <Spinner /> : "اعمال"}
        </button>
      </div>
      <FieldMessage
        id="discount-message"
        message={discount.state === "refused" ? discount.message : ""}
      />
      {appliedCode !== null && (
        <p className="mt-1 flex items-center gap-2 text-xs text-firouzeh-strong">
          <TicketPercent size={16} aria-hidden="true" />
          <span className="min-w-0 break-all">
            کد اعمال‌شده:{" "}
            <bdi dir="ltr" lang="en" translate="no">
              {appliedCode}
            </bdi>
          </span>
          <button
            type="button"
            className="icon-button -my-1"
            aria-label={`برداشتن کد تخفیف ${appliedCode}`}
            disabled={isChecking}
            onClick={() => void remove(appliedCode)}
          >
            <X size={16} aria-hidden="true" />
          </button>
        </p>
      )}
      {maxToman !== undefined && (
        <p className="mt-1 text-xs text-muted">{`این کد از هر خرید حداکثر ${formatToman(maxToman)} کم می‌کند.`}</p>
      )}
      {cuts.map((sentence) => (
        <p key={sentence} className="mt-1 text-xs text-muted">
          {sentence}
        </p>
      ))}
    </form>
  );
}
