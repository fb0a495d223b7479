import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import type { getHealthDetails } from "../../../contract/desk/health.ts";
import type { AnswerOf } from "../../../contract/request.ts";
import { formatClock, formatComing, formatWeekday } from "../../../persian/dates.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { formatChange } from "../../../persian/large-toman.ts";
import { formatNumber } from "../../../persian/toman.ts";
import { useNowInBrowser } from "../../parts/use-now.ts";
import { useSending } from "../../parts/use-sending.ts";
import { inForce, open } from "../../stores/desk/closure.ts";
import { $health, watchHealth } from "../../stores/desk/health.ts";

type Health = AnswerOf<typeof getHealthDetails>;

/**
 * The jobs check due payments every few minutes. When a payment has been due for this long, the
 * gateway counts as not answering.
 */
const LATE_SECONDS = 5 * 60;

interface ShopStateProps {
  closure: Health["closure"];
  now: number;
  mayClose: boolean;
}

interface DeskStatusProps {
  health: Health | null;
  /** When the server drew the page, UTC milliseconds. */
  drawnAt: number;
  /** True for operators who may close and open the shop. */
  mayClose: boolean;
}

/**
 * The top bar: whether the shop is closed, the rate of the dollar and its change since prices were
 * computed, the state of the gateway, the clock, and a badge in a demo shop.
 */
export function DeskStatus({ health: drawn, drawnAt, mayClose }: DeskStatusProps) {
  const newest = useStore($health);
  const now = useNowInBrowser(drawnAt);
  useEffect(watchHealth, []);
  const health = newest ?? drawn;
  const { tone, text } = tell(health);
  return (
    <>
      {health?.isDemo && (
        <span className="status status-demo" title="گذشتهٔ نود روزه و کارهای در صف آن ساختگی است.">
          فروشگاه نمونه
        </span>
      )}
      {health && <ShopState closure={health.closure} now={now ?? drawnAt} mayClose={mayClose} />}
      {health?.dollar && <Dollar {...health.dollar} />}
      <span className="status">
        <span className={`dot dot-${tone}`} aria-hidden="true" />
        <span>{text}</span>
      </span>
      <time className="status status-clock" dateTime={new Date(now ?? drawnAt).toISOString()}>
        <span>{formatWeekday(now ?? drawnAt)}</span> <b>{formatClock(now ?? drawnAt)}</b>
      </time>
    </>
  );
}

/** Says when the shop is closed, with the button that opens it. */
function ShopState({ closure: loaded, now, mayClose }: ShopStateProps) {
  const closure = inForce(loaded, now);
  const { send, isSending } = useSending();
  if (closure === null)
    return mayClose ? (
      <a className="status status-open" href="/desk/closure">
        <span>فروشگاه باز است</span>
      </a>
    ) : null;
  return (
    <span className="status status-closed">
      <a href="/desk/closure">
        {closure.reopensAt === null
          ? "فروشگاه بسته است"
          : `بسته تا ${formatComing(closure.reopensAt, now)}`}
      </a>
      {mayClose && (
        <button
          type="button"
          aria-label="باز کن: فروشگاه"
          disabled={isSending}
          onClick={() => void send(() => open(closure.id))}
        >
          باز کن
        </button>
      )}
    </span>
  );
}

/** The last rate of the dollar, and how far it is from the rate that prices were computed with. */
function Dollar({ toman, madeWithToman }: NonNullable<Health["dollar"]>) {
  const change = madeWithToman === null ? null : formatChange(toman, madeWithToman);
  return (
    <a className="status status-dollar" href="/desk/prices">
      <span>دلار</span>
      <b>{formatNumber(toman)}</b>
      {change !== null && toman !== madeWithToman && (
        <bdi title="نسبت به نرخی که قیمت‌ها با آن ساخته شده‌اند">{change}</bdi>
      )}
    </a>
  );
}

function tell(health: Health | null): { tone: "good" | "late" | "quiet"; text: string } {
  if (health === null) return { tone: "quiet", text: "وضع درگاه نامعلوم" };
  const late = health.oldestDuePaymentSeconds ?? 0;
  if (late >= LATE_SECONDS)
    return { tone: "late", text: `درگاه ${toPersianDigits(Math.floor(late / 60))} دقیقه بی‌پاسخ` };
  if (health.alertChannelsInTrouble > 0) return { tone: "late", text: "هشدارها نمی‌رسند" };
  if (health.status === "late") return { tone: "late", text: "کارهای خودکار عقب مانده‌اند" };
  if (health.server?.isTrouble) return { tone: "late", text: "سرور نیازمند نگاه" };
  return { tone: "good", text: "درگاه برقرار" };
}
