import { Eye } from "lucide-react";
import type { Overview } from "../../../contract/dashboard.ts";
import { formatNumber } from "../../../persian/toman.ts";
import { RelativeDate } from "../../parts/RelativeDate.tsx";
import { ShortNumber } from "../../parts/ShortNumber.tsx";

/** The code that was delivered last. It leads to its order, where the code is. */
export function LastCode({ code }: { code: NonNullable<Overview["lastCode"]> }) {
  const { orderId, number, name, imageUrl, deliveredAt, codesCount, unreadCount } = code;
  return (
    <section className="deep-card last-code" aria-labelledby="last-code">
      <img src={imageUrl} alt="" width={160} height={100} />
      <div className="last-code-words">
        <h2 id="last-code">
          {codesCount > 1 ? `${formatNumber(codesCount)} کد تازهٔ شما` : "آخرین کد شما"}
        </h2>
        <p>{name}</p>
        <p className="last-code-facts">
          <ShortNumber thing={{ id: orderId, number }} />
          <span aria-hidden="true"> · </span>
          <RelativeDate at={deliveredAt} isShort />
        </p>
      </div>
      <a
        className={unreadCount > 0 ? "button" : "button-quiet"}
        href={`/orders/${encodeURIComponent(orderId)}`}
      >
        <Eye size={18} aria-hidden="true" />
        دیدن کد
      </a>
    </section>
  );
}
