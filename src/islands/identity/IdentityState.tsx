import { BadgeCheck, Clock, ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import { REVIEW_RULE, promiseAfter } from "../../../persian/review-time.ts";
import { useNow } from "../../parts/use-now.ts";

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
    text: `مدارک بررسی می‌شوند: ${REVIEW_RULE}.`,
  },
  none: {
    Icon: ShieldAlert,
    tone: "bg-zaferan-wash text-zaferan-strong",
    title: "هویت شما هنوز تأیید نشده است",
    text: "پیش از خرید لازم است، تنها یک بار، و کارت بانکی شما را هم تأیید می‌کند.",
  },
} as const;

interface IdentityStateProps {
  state: State;
  /** When the pending request was sent, if known. */
  sentAt: string | undefined;
  children?: ReactNode;
}

/** The state of the identity in words. `children` is the next step. */
export function IdentityState({ state, sentAt, children }: IdentityStateProps) {
  const { Icon, tone, title, text } = SHOWN[state];
  const now = useNow();
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
        <p className="text-sm text-muted">
          {`${state === "pending" && sentAt ? promiseAfter(Date.parse(sentAt), now) : text}${state === "pending" ? " نتیجه را پیامک می‌کنیم." : ""}`}
        </p>
      </div>
      {children}
    </section>
  );
}
