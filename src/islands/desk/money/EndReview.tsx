import { useState } from "react";
import { TextField } from "../../../parts/TextField.tsx";
import { type Review, endOfReview } from "../../../stores/desk/flow.ts";
import { ConfirmMoney } from "../ConfirmMoney.tsx";

/** Says where the gateway's panel has the money, which ends a review. */
export function EndReview({ review, onClose }: { review: Review; onClose: () => void }) {
  const [moneyIs, setMoneyIs] = useState<"on_card" | "in_shop">("on_card");
  const [note, setNote] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const confirm = async () => {
    setIsBusy(true);
    const found = await endOfReview(review.id, { moneyIs, note });
    setIsBusy(false);
    if (found === "") onClose();
    else setProblem(found);
  };
  return (
    <ConfirmMoney
      isOpen
      title="پایان بررسی"
      amountToman={review.amount}
      facts={[
        { name: "سپس", value: moneyIs === "on_card" ? "چیزی ثبت نمی‌شود" : "در کیف پول شخص" },
      ]}
      action={(sum) =>
        moneyIs === "on_card" ? `${sum} روی کارت است` : `${sum} را به کیف پول بیفزا`
      }
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <fieldset className="choice-row">
        <legend className="label">پنل درگاه چه می‌گوید؟</legend>
        {(
          [
            ["on_card", "پول روی کارت شخص است"],
            ["in_shop", "پول نزد فروشگاه است"],
          ] as const
        ).map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name="moneyIs"
              value={value}
              checked={moneyIs === value}
              onChange={() => {
                setMoneyIs(value);
              }}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <TextField
        label="در پنل چه دیدید؟"
        name="note"
        dir="auto"
        value={note}
        message=""
        onChange={setNote}
      />
    </ConfirmMoney>
  );
}
