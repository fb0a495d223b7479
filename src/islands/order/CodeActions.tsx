import { Check, LifeBuoy, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { Order } from "../../../contract/order.ts";
import type { OrderCode, OrderItem } from "../../../contract/order-item.ts";
import { formatComing } from "../../../persian/dates.ts";
import { lazily } from "../../parts/lazily.tsx";
import { useNow } from "../../parts/use-now.ts";
import { setUsed } from "../../stores/code.ts";
import { loadOrder } from "../../stores/order.ts";
import type { TicketLimits } from "../ticket/ticket-limits.ts";

const CodeReport = lazily(async () => (await import("./CodeReport.tsx")).CodeReport);

interface CodeActionsProps {
  order: Order;
  item: OrderItem;
  code: OrderCode;
  limits: TicketLimits;
  isOpen: boolean;
  /** Moves the focus, since the form that had it is gone. */
  onReported?: () => void;
}

/** The buttons of a code that its state allows: it worked, or there is a problem with it. */
export function CodeActions({ order, item, code, limits, isOpen, onReported }: CodeActionsProps) {
  const [isReporting, setIsReporting] = useState(false);
  const now = useNow();
  if (code.state === "reported") {
    return (
      <div className="code-actions">
        <p className="code-note">
          <LifeBuoy size={18} aria-hidden="true" />
          <span>مشکل این کد در دست بررسی است.</span>
          {code.ticketId !== null && (
            <a className="link" href={`/tickets/${encodeURIComponent(code.ticketId)}`}>
              دیدن تیکت
            </a>
          )}
        </p>
      </div>
    );
  }
  if (!isOpen && code.state === "unread") return null;
  const isUsed = code.state === "used";
  return (
    <div className="code-actions">
      <div className="code-buttons">
        {code.state !== "given" && (
          <button
            type="button"
            className="code-used"
            aria-pressed={isUsed}
            onClick={() => void setUsed(order, item, code, !isUsed)}
          >
            <Check size={18} aria-hidden="true" />
            فعال شد
          </button>
        )}
        {code.reportUntil !== null && (
          <button
            type="button"
            className="code-trouble"
            aria-expanded={isReporting}
            onClick={() => setIsReporting(!isReporting)}
          >
            <TriangleAlert size={18} aria-hidden="true" />
            <span>
              گزارش مشکل <small>{`(تا ${formatComing(code.reportUntil, now)})`}</small>
            </span>
          </button>
        )}
      </div>
      {isReporting && (
        <CodeReport
          item={item}
          code={code}
          limits={limits}
          onSent={() => {
            setIsReporting(false);
            onReported?.();
            void loadOrder(order.id);
          }}
        />
      )}
    </div>
  );
}
