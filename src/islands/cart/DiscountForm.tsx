import { useStore } from "@nanostores/react";
import { TicketPercent } from "lucide-react";
import { type SubmitEvent, useRef, useState } from "react";
import { FieldMessage } from "../../parts/FieldMessage.tsx";
import { Spinner } from "../../parts/Spinner.tsx";
import { $discount, applyDiscount } from "../../stores/cart.ts";

export function DiscountForm({ appliedCode }: { appliedCode: string | null }) {
  const discount = useStore($discount);
  // The list of codes leads here with one of them.
  const [code, setCode] = useState(
    () => new URLSearchParams(location.search).get("discount")?.slice(0, 64) ?? "",
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
          maxLength={64}
          value={code}
          aria-invalid={discount.state === "refused"}
          aria-describedby="discount-message"
          onChange={(event) => {
            setCode(event.target.value);
          }}
        />
        <button type="submit" className="button-quiet" disabled={isChecking} aria-busy={isChecking}>
          {isChecking ? <Spinner /> : "اعمال"}
        </button>
      </div>
      <FieldMessage
        id="discount-message"
        message={discount.state === "refused" ? discount.message : ""}
      />
      {appliedCode !== null && (
        <p className="mt-2 flex items-center gap-2 text-xs text-firouzeh-strong">
          <TicketPercent size={16} aria-hidden="true" />
          کد اعمال‌شده: <bdi dir="ltr">{appliedCode}</bdi>
        </p>
      )}
    </form>
  );
}
