import { toPersianDigits } from "../../../persian/digits.ts";
import { formatToman } from "../../../persian/toman.ts";
import { Collapsible } from "../../parts/Collapsible.tsx";

/** The terms of the referral programme. */
export interface ReferralTerms {
  /** Percentage of the profit of each purchase. */
  incomePercent: number;
  inviteeDiscountPercent: number;
  inviteeDiscountMaxToman: number;
  holdHours: number;
}

export function ReferralQuestions({ terms }: { terms: ReferralTerms }) {
  const [income, discount, hours] = [
    terms.incomePercent,
    terms.inviteeDiscountPercent,
    terms.holdHours,
  ].map(toPersianDigits);
  return (
    <section aria-labelledby="referral-questions" className="flex flex-col gap-3">
      <h2 id="referral-questions" className="text-lg">
        پرسش‌های پرتکرار
      </h2>
      <Collapsible title="از هر خرید دوستانم چقدر به من می‌رسد؟">
        {`${income ?? ""} درصد از سود هر خریدی که دعوت‌شدگان شما انجام می‌دهند، به کیف پول شما واریز می‌شود.`}
      </Collapsible>
      <Collapsible title="دوستی که دعوت می‌کنم چه می‌گیرد؟">{`هر کس با لینک شما ثبت‌نام کند، یک کد تخفیف ${discount ?? ""} درصدی برای خرید خود می‌گیرد که حداکثر ${formatToman(terms.inviteeDiscountMaxToman)} از آن کم می‌کند.`}</Collapsible>
      <Collapsible title="درآمد معرفی چه زمانی قابل استفاده است؟">
        {`${hours ?? ""} ساعت پس از تحویل محصول، وقتی مهلت گزارش مشکل گذشته باشد. تا آن زمان درآمد در انتظار می‌ماند و اگر خرید بازگردانده شود، واریز نمی‌شود. برای دریافت آن باید هویت شما تأیید شده باشد.`}
      </Collapsible>
    </section>
  );
}
