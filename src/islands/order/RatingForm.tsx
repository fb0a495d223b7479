import { Sparkles } from "lucide-react";
import type { OrderItem } from "../../../contract/order-item.ts";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../parts/SubmitButton.tsx";
import { TextArea } from "../../parts/TextArea.tsx";
import { useFields } from "../../parts/use-fields.ts";
import { messagesOf } from "../../stores/messages.ts";
import { checkComment, checkStars, praise, rateItem } from "../../stores/rating.ts";
import type { TextLimits } from "../../stores/text-rule.ts";
import { StarChoice } from "./Stars.tsx";

/**
 * The contract's rules for ratings. Pages pass them in, because islands cannot import the contract.
 */
export interface RatingRules {
  starsMax: number;
  comment: TextLimits;
  praises: readonly string[];
}

interface RatingFormProps {
  orderId: string;
  item: OrderItem;
  rules: RatingRules;
  onSent: () => void;
}

export function RatingForm({ orderId, item, rules, onSent }: RatingFormProps) {
  const check = (name: "stars" | "comment", value: string) =>
    name === "stars" ? checkStars(value) : checkComment(value, rules.comment);
  const { form, values, field, isSending, problem } = useFields({
    form: `rating:${item.id}`,
    start: { stars: "", comment: "" },
    check,
    send: async ({ stars, comment }) => {
      const outcome = await rateItem(orderId, {
        orderItemId: item.id,
        stars: Number(stars),
        comment,
      });
      if (!outcome.ok) return messagesOf(outcome);
      onSent();
      return {};
    },
  });
  const stars = field("stars");
  const comment = field("comment");
  const isComplete = check("stars", values.stars) === "" && check("comment", values.comment) === "";
  return (
    <form {...form} className="flex flex-col gap-4">
      <p translate="no" className="text-sm text-muted">
        {item.Product.name}
      </p>
      <StarChoice maximum={rules.starsMax} {...stars} />
      <button
        type="button"
        className="button-quiet self-start"
        onClick={() => {
          stars.onChange(String(rules.starsMax));
          comment.onChange(praise(item.Product.name, rules.praises));
        }}
      >
        <Sparkles size={18} className="text-zaferan" aria-hidden="true" />
        امتیاز کامل و نظر مثبت
      </button>
      <TextArea label="نظر شما" maximum={rules.comment.maximum} {...comment} />
      {problem !== "" && <ErrorBox message={problem} />}
      <SubmitButton isSending={isSending} isDisabled={!isComplete}>
        {isSending ? "در حال ثبت نظر..." : "ثبت نظر"}
      </SubmitButton>
    </form>
  );
}
