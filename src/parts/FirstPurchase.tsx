import { formatToman } from "../../persian/toman.ts";
import { REVIEW_RULE, answerTime } from "../../persian/review-time.ts";
import { useNowInBrowser } from "./use-now.ts";

/**
 * Says in one line what a first purchase requires, and when an identity request would be answered
 * if it were sent now. The server computes this for `drawnAt`; without `drawnAt` it shows the
 * general rule. A sum that may be spent without papers is named first.
 */
export function FirstPurchase({
  drawnAt = null,
  withoutPapersToman,
}: {
  drawnAt?: number | null;
  withoutPapersToman: number;
}) {
  const now = useNowInBrowser(drawnAt);
  const wait = now === null ? REVIEW_RULE : `پاسخ ${answerTime(now)}`;
  return (
    <details className="first-purchase">
      <summary>
        <b>خرید نخست:</b>
        <span className="steps-short">
          <span>{`${withoutPapersToman > 0 ? `تا ${formatToman(withoutPapersToman)} در روز بدون مدرک؛ بیشتر: ` : ""}موبایل ← یک عکس مدرک `}</span>
          <span>{`(${wait}) ← پرداخت`}</span>
        </span>
        <span className="link">چرا؟</span>
      </summary>
      <p>
        کد در یک لحظه تحویل می‌شود و برگشت ندارد؛ این عکس نمی‌گذارد کسی با کارت بانکی دزدیده‌شده
        خرید کند. همین یک بار است، و تصویر شما خصوصی می‌ماند و ۳۰ روز پس از تأیید پاک می‌شود.
      </p>
    </details>
  );
}
