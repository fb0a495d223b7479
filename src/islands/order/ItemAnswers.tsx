import { isLatinAnswer } from "../../../contract/answer-kind.ts";
import type { OrderItem } from "../../../contract/order-item.ts";

/** Answers of the buyer to the questions of the product. */
export function ItemAnswers({ answers }: Pick<OrderItem, "answers">) {
  if (answers === undefined) return null;
  if (answers.isForgotten)
    return <p className="mt-1 text-xs text-muted">پاسخ‌هایی که داده بودید پاک شده است.</p>;
  return (
    <dl className="mt-1 text-xs">
      {answers.answers.map(({ label, kind, text }) => (
        <div key={label} className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{`${label}:`}</dt>
          <dd className="min-w-0">
            <bdi dir={isLatinAnswer(kind) ? "ltr" : "auto"}>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
