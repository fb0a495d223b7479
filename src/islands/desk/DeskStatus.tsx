import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import type { getHealthDetails } from "../../../contract/desk/health.ts";
import type { AnswerOf } from "../../../contract/request.ts";
import { formatClock, formatWeekday } from "../../../persian/dates.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { useNowInBrowser } from "../../parts/use-now.ts";
import { $health, watchHealth } from "../../stores/desk/health.ts";

type Health = AnswerOf<typeof getHealthDetails>;

/** Payments are looked at every few minutes; later than this the gateway does not answer. */
const LATE_SECONDS = 5 * 60;

/** Tells what everybody asks for: whether payments go through, and what time it is. */
export function DeskStatus({ health: drawn, drawnAt }: { health: Health | null; drawnAt: number }) {
  const newest = useStore($health);
  const now = useNowInBrowser(drawnAt);
  useEffect(watchHealth, []);
  const { tone, text } = tell(newest ?? drawn);
  return (
    <>
      <span className="status">
        <span className={`dot dot-${tone}`} aria-hidden="true" />
        {text}
      </span>
      <time className="status status-clock" dateTime={new Date(now ?? drawnAt).toISOString()}>
        <span>{formatWeekday(now ?? drawnAt)}</span> <b>{formatClock(now ?? drawnAt)}</b>
      </time>
    </>
  );
}

function tell(health: Health | null): { tone: "good" | "late" | "quiet"; text: string } {
  if (health === null) return { tone: "quiet", text: "وضع درگاه نامعلوم" };
  const late = health.oldestDuePaymentSeconds ?? 0;
  if (late >= LATE_SECONDS)
    return { tone: "late", text: `درگاه ${toPersianDigits(Math.floor(late / 60))} دقیقه بی‌پاسخ` };
  if (health.alertChannelsInTrouble > 0) return { tone: "late", text: "هشدارها نمی‌رسند" };
  if (health.status === "late") return { tone: "late", text: "کارهای خودکار عقب مانده‌اند" };
  return { tone: "good", text: "درگاه برقرار" };
}
