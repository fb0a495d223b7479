import { REVIEW_RULE, answerTime } from "../../persian/review-time.ts";
import { useNowInBrowser } from "./use-now.ts";

/**
 * Tells beforehand, in one line, what a first purchase takes: until when an answer comes, as of
 * `drawnAt`, and then as of now where the page is hydrated; without a time, the rule.
 */
export function FirstPurchase({ drawnAt = null }: { drawnAt?: number | null }) {
  const now = useNowInBrowser(drawnAt);
  const wait = now === null ? REVIEW_RULE : `پاسخ ${answerTime(now)}`;
  return (
    <details className="first-purchase">
      <summary>
        <b>خرید نخست:</b> موبایل ← یک عکس مدرک ({wait}) ← پرداخت <span className="link">چرا؟</span>
      </summary>
      <p>
        کد در یک لحظه تحویل می‌شود و برگشت ندارد؛ این عکس نمی‌گذارد کسی با کارت بانکی دزدیده‌شده
        خرید کند. همین یک بار است، و تصویر شما خصوصی می‌ماند و ۳۰ روز پس از تأیید پاک می‌شود.
      </p>
    </details>
  );
}
