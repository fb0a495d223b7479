import { useState } from "react";
import { isLatinAnswer } from "../../../../contract/answer-kind.ts";
import type { Role } from "../../../../contract/desk/endpoint.ts";
import type { GivenAnswer } from "../../../../contract/question.ts";
import { CopyButton } from "../../../parts/CopyButton.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { type Item, readItemAnswers } from "../../../stores/desk/order.ts";

/** The buyer's answers for an item, loaded when an operator asks to see them. */
export function Answers({ item, role }: { item: Item; role: Role }) {
  const [given, setGiven] = useState<readonly GivenAnswer[] | null>(null);
  const { send, isSending, problem } = useSending();
  if (item.answers === "none") return null;
  if (item.answers === "forgotten") return <p className="text-muted">پاسخ‌های خریدار: پاک شده</p>;
  if (role === "viewer") return <p className="text-muted">خریدار پاسخ‌هایی داده است.</p>;
  const ask = async () => {
    const outcome = await readItemAnswers(item.id);
    if (outcome.ok) setGiven(outcome.value.answers);
    return outcome;
  };
  if (given === null)
    return (
      <>
        <button
          type="button"
          className="link item-asks"
          aria-label={`دیدن پاسخ‌های خریدار برای ${item.productName}`}
          aria-busy={isSending}
          disabled={isSending}
          onClick={() => void send(ask)}
        >
          دیدن پاسخ‌های خریدار
        </button>
        {problem !== "" && <ErrorBox message={problem} />}
      </>
    );
  return (
    <dl className="item-answers" aria-label={`پاسخ‌های خریدار برای ${item.productName}`}>
      {given.map(({ label, kind, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi dir={isLatinAnswer(kind) ? "ltr" : "auto"}>{text}</bdi>
            <CopyButton text={text} label={`کپی ${label}`} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
