import { formatComing } from "../../../../persian/dates.ts";
import { formatAverage } from "../../../../persian/average.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import { useNow } from "../../../parts/use-now.ts";
import type { Order } from "../../../stores/desk/order.ts";

const EARNINGS = { reward: "پاداش خریدار", referral: "درآمد معرف" };

/** Where the money came from and where it is now, according to the ledger. */
export function Money({ order: { money, total } }: { order: Order }) {
  const now = useNow();
  return (
    <section className="desk-card" aria-labelledby="money">
      <header>
        <h2 id="money">پول</h2>
        {money.from.length > 0 && (
          <StatusBadge tone={money.isEven ? "good" : "bad"}>
            {money.isEven ? "آمده و مانده برابر است" : "آمده و مانده برابر نیست"}
          </StatusBadge>
        )}
      </header>
      {money.from.length === 0 ? (
        <p className="order-empty">هنوز پولی نیامده است.</p>
      ) : (
        <dl className="order-money">
          {money.from.map(({ name, amount }) => (
            <Line key={name} name={name} amount={amount} />
          ))}
          {money.discount > 0 && (
            <Line
              name={money.discountCode === null ? "تخفیف" : `کد تخفیف ${money.discountCode}`}
              amount={-money.discount}
              isQuiet
            />
          )}
          <div className="order-rule" aria-hidden="true" />
          {money.now.map(({ name, amount }) => (
            <Line key={name} name={name} amount={amount} />
          ))}
          {money.profit !== null && (
            <>
              <div className="order-rule" aria-hidden="true" />
              <div>
                <dt>سود</dt>
                <dd className={money.profit < 0 ? "text-anar" : "text-firouzeh-strong"}>
                  <bdi dir="ltr">{signed(money.profit)}</bdi>
                  {total > 0 && <small>{` ٪${formatAverage((money.profit / total) * 100)}`}</small>}
                </dd>
              </div>
            </>
          )}
          {money.earnings
            .filter(({ amount, state }) => amount > 0 && state !== "cancelled")
            .map(({ kind, amount, state, dueAt }) => (
              <Line
                key={kind}
                name={
                  state === "held"
                    ? `${EARNINGS[kind]}، نگه‌داشته تا ${formatComing(dueAt, now)}`
                    : EARNINGS[kind]
                }
                amount={amount}
              />
            ))}
        </dl>
      )}
    </section>
  );
}

/** Puts the minus before the number, as in left-to-right text. */
const signed = (amount: number) =>
  amount < 0 ? `-${formatNumber(-amount)}` : formatNumber(amount);

function Line({
  name,
  amount,
  isQuiet = false,
}: {
  name: string;
  amount: number;
  isQuiet?: boolean;
}) {
  return (
    <div className={isQuiet ? "text-muted" : ""}>
      <dt>{name}</dt>
      <dd>
        <bdi dir="ltr">{signed(amount)}</bdi>
      </dd>
    </div>
  );
}
