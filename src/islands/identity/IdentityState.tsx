import { BadgeCheck, Clock, ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";

type State = "verified" | "pending" | "none";

const SHOWN = {
  verified: {
    Icon: BadgeCheck,
    tone: "bg-firouzeh-wash text-firouzeh-strong",
    title: "هویت شما تأیید شده است",
    text: "می‌توانید بدون محدودیت خرید کنید.",
  },
  pending: {
    Icon: Clock,
    tone: "bg-zaferan-wash text-zaferan-strong",
    title: "مدارک شما در دست بررسی است",
    text: "مدارکی که بین ساعت ۸ تا ۲۴ فرستاده شوند تا ۳۰ دقیقه بررسی می‌شوند.",
  },
  none: {
    Icon: ShieldAlert,
    tone: "bg-zaferan-wash text-zaferan-strong",
    title: "هویت شما هنوز تأیید نشده است",
    text: "احراز هویت پیش از خرید لازم است و تنها یک بار انجام می‌شود.",
  },
} as const;

/** The state of the identity in words. `children` is the next step. */
export function IdentityState({ state, children }: { state: State; children?: ReactNode }) {
  const { Icon, tone, title, text } = SHOWN[state];
  return (
    <section
      className="card flex flex-wrap items-center gap-4 p-5"
      aria-labelledby="identity-state"
    >
      <span className={`rounded-control p-3 ${tone}`}>
        <Icon size={24} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1 basis-56">
        <h2 id="identity-state" className="text-base">
          {title}
        </h2>
        <p className="text-sm text-muted">{text}</p>
      </div>
      {children}
    </section>
  );
}
