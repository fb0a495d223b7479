import { useEffect } from "react";
import type { Order } from "../../../contract/order.ts";
import type { OrderItem } from "../../../contract/order-item.ts";
import { useNow } from "../../parts/use-now.ts";
import { followOrder, startOf } from "../../stores/order.ts";

/** After this time, the page says that it takes longer than usual. */
const USUAL_MS = 60_000;

/** Items whose codes a supplier delivers. The page shows new codes without being reloaded. */
export function ComingItems({ order, items }: { order: Order; items: readonly OrderItem[] }) {
  const now = useNow();
  useEffect(() => followOrder(order.id), [order.id]);
  return (
    <section className="card waiting-items" aria-label="در حال تهیه">
      {items.map((item) => (
        <div key={item.id} className="waiting-item">
          <img src={item.Product.imageUrl} alt="" width={340} height={214} />
          <div>
            <h2 translate="no">{item.Product.name}</h2>
            <p role="status">
              <b>در حال تهیه</b>
              <span>
                {now - startOf(item, order) >= USUAL_MS
                  ? "، این بار بیش از معمول طول کشیده است. لازم نیست بمانید: کد همین‌جا پیدا می‌شود و پیامک هم می‌دهیم."
                  : "، معمولاً زیر یک دقیقه. کد همین‌جا پیدا می‌شود و پیامک هم می‌دهیم."}
              </span>
            </p>
          </div>
          <progress className="progress" aria-label={`تهیهٔ ${item.Product.name}`} />
          <ol className="waiting-steps">
            <li className="waiting-done">پرداخت شد</li>
            <li className="waiting-done">در حال تهیه</li>
            <li>تحویل</li>
          </ol>
        </div>
      ))}
    </section>
  );
}
