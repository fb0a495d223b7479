import { useEffect } from "react";
import type { OrderItem } from "../../../contract/order.ts";
import { followOrder } from "../../stores/order.ts";

/** Items whose codes a supplier brings: the page shows them by itself when they are there. */
export function ComingItems({ orderId, items }: { orderId: string; items: readonly OrderItem[] }) {
  useEffect(() => followOrder(orderId), [orderId]);
  return (
    <section className="card waiting-items" aria-label="در حال تهیه">
      {items.map((item) => (
        <div key={item.id} className="waiting-item">
          <img src={item.Product.imageUrl} alt="" width={340} height={214} />
          <div>
            <h2>{item.Product.name}</h2>
            <p role="status">
              <b>در حال تهیه</b>، معمولاً زیر یک دقیقه. کد همین‌جا پیدا می‌شود و پیامک هم می‌دهیم.
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
