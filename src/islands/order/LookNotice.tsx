import type { Order } from "../../../contract/order.ts";
import { formatComing } from "../../../persian/dates.ts";
import { useNow } from "../../parts/use-now.ts";

/** Section 4.23: the order is paid, and held until an operator has looked at it. */
export function LookNotice({ order }: { order: Order }) {
  const now = useNow();
  if (order.lookUntil === null) return null;
  const start = new Date(order.createdAt).getTime();
  const span = new Date(order.lookUntil).getTime() - start;
  return (
    <section className="card look-notice" aria-labelledby="look-title">
      <h2 id="look-title">سفارش شما پرداخت شد و در حال بررسی کوتاهی است</h2>
      <p>
        حداکثر تا <b>{formatComing(order.lookUntil, now)}</b> یا کدها باز می‌شوند یا همهٔ مبلغ
        بازمی‌گردد؛ پیامک می‌دهیم.
      </p>
      <div className="look-steps">
        <progress
          className="progress"
          max={span}
          value={Math.min(span, Math.max(span * 0.04, now - start))}
          aria-label="زمان بررسی"
        />
        <ol className="waiting-steps">
          <li className="waiting-done">پرداخت شد</li>
          <li className="waiting-done">در حال بررسی</li>
          <li>تحویل یا بازگشت پول</li>
        </ol>
      </div>
      <p className="look-promise">
        چیزی از دست نمی‌رود و لازم نیست کاری کنید: کدها برای شما کنار گذاشته شده‌اند، و اگر پول
        بازگردد از همان راهی می‌آید که پرداخت شده است.
      </p>
    </section>
  );
}
