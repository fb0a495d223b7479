import {
  ChevronLeft,
  CreditCard,
  EyeOff,
  LifeBuoy,
  MessageSquareReply,
  TicketPercent,
  UserRound,
} from "lucide-react";
import type { ReactNode } from "react";
import type { Overview } from "../../../contract/dashboard.ts";
import { formatComing } from "../../../persian/dates.ts";
import { formatNumber, formatToman } from "../../../persian/toman.ts";
import { cut } from "../../parts/cut.ts";
import { discountValue } from "../../stores/discount-code.ts";

/** The most characters of a product's name and of a ticket's title that are shown. */
const NAME_MAX = 40;

interface Matter {
  Icon: typeof LifeBuoy;
  key: string;
  /** True when a deadline approaches. */
  isPressing?: boolean;
  href: string;
  title: ReactNode;
  detail: ReactNode;
}

/** Lists what waits for the shopper and what ends soon, each as a link; may render nothing. */
export function Waiting({ overview, now }: { overview: Overview; now: number }) {
  const matters = findMatters(overview, now);
  if (matters.length === 0) return null;
  return (
    <section className="card p-4" aria-labelledby="waiting">
      <h2 id="waiting" className="mb-1 px-2 text-lg">
        در انتظار شما
      </h2>
      <ul className="matters">
        {matters.map(({ key, Icon, isPressing, href, title, detail }) => (
          <li key={key}>
            <a href={href} className="matter">
              <span className={`matter-icon ${isPressing ? "matter-pressing" : ""}`}>
                <Icon size={20} aria-hidden="true" />
              </span>
              <span className="min-w-0">
                <b>{title}</b>
                <span className="hint block">{detail}</span>
              </span>
              <ChevronLeft size={18} aria-hidden="true" className="text-muted" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function findMatters(overview: Overview, now: number): Matter[] {
  const { openPayment, namesDue, answeredTicket, unreadElsewhere, reportEnds, expiringCode } =
    overview;
  const matters: (Matter | false)[] = [
    openPayment !== null && {
      key: "payment",
      Icon: CreditCard,
      isPressing: true,
      href: openPayment.url,
      title: `پرداخت نیمه‌کارهٔ ${formatToman(openPayment.amount)}`,
      detail: `تا ${formatComing(openPayment.until, now)} از همان درگاه کامل می‌شود`,
    },
    namesDue !== null && {
      key: "names",
      Icon: UserRound,
      isPressing: true,
      href: orderAddress(namesDue.orderId),
      title: "نام شما برای دیدن کدها",
      detail: `تا ${formatComing(namesDue.until, now)} بنویسید`,
    },
    reportEnds !== null && {
      key: "report",
      Icon: LifeBuoy,
      isPressing: true,
      href: orderAddress(reportEnds.orderId),
      title: `گزارش مشکل تا ${formatComing(reportEnds.until, now)}`,
      detail: `${cut(reportEnds.name, NAME_MAX)}؛ پیش از آن کد را امتحان کنید`,
    },
    answeredTicket !== null && {
      key: "ticket",
      Icon: MessageSquareReply,
      href: `/tickets/${encodeURIComponent(answeredTicket.id)}`,
      title: "پشتیبانی پاسخ داد",
      detail: cut(answeredTicket.title, NAME_MAX),
    },
    unreadElsewhere !== null && {
      key: "unread",
      Icon: EyeOff,
      href: orderAddress(unreadElsewhere.orderId),
      title: `${formatNumber(unreadElsewhere.count)} کد دیده‌نشده در سفارش‌های پیشین`,
      detail: cut(unreadElsewhere.name, NAME_MAX),
    },
    expiringCode !== null && {
      key: "discount",
      Icon: TicketPercent,
      href: `/cart?${new URLSearchParams({ discount: expiringCode.code }).toString()}`,
      title: `${discountValue(expiringCode)} تخفیف تا ${formatComing(expiringCode.until, now)}`,
      detail: (
        <>
          <bdi dir="ltr" lang="en" translate="no">
            {expiringCode.code}
          </bdi>
          <span>{` در سبد خرید`}</span>
        </>
      ),
    },
  ];
  return matters.filter((matter) => matter !== false);
}

function orderAddress(orderId: string): string {
  return `/orders/${encodeURIComponent(orderId)}`;
}
