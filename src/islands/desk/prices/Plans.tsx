import { formatDate } from "../../../../persian/dates.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { ConfirmModal } from "../../../parts/ConfirmModal.tsx";
import { useConfirmation } from "../../../parts/use-confirmation.ts";
import { type Preview, cancelPlan } from "../../../stores/desk/price.ts";

type Plan = Preview["plans"][number];

interface PlansProps {
  plans: readonly Plan[];
  canDecide: boolean;
}

/** Prices that are published at a later hour. */
export function Plans({ plans, canDecide }: PlansProps) {
  if (plans.length === 0) return null;
  return (
    <section className="desk-card" aria-labelledby="plans">
      <header>
        <h2 id="plans">در انتظار ساعت خود</h2>
      </header>
      <ul className="price-plans">
        {plans.map((plan) => (
          <li key={plan.id}>
            <span>
              <b>{`${formatNumber(plan.count)} قیمت`}</b>
              <span>{` · ${formatDate(plan.publishAt)} · ${plan.reason} · `}</span>
              <bdi dir="ltr">{plan.operator}</bdi>
            </span>
            {canDecide && <Cancel plan={plan} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Cancel({ plan: { id, count, publishAt } }: { plan: Plan }) {
  const { open, modal } = useConfirmation(() => cancelPlan(id));
  return (
    <>
      <button type="button" className="button-quiet button-small" onClick={open}>
        لغو
      </button>
      <ConfirmModal {...modal} title="لغو انتشار" action="لغو کن">
        <p>
          {`${formatNumber(count)} قیمتی که برای ${formatDate(publishAt)} گذاشته شده بود منتشر نمی‌شود.`}
        </p>
      </ConfirmModal>
    </>
  );
}
