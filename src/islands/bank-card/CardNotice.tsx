import type { BankCard } from "../../../contract/bank-card.ts";
import { canPay } from "../../stores/bank-card.ts";

/**
 * Explains why these cards can neither pay nor receive money, and what to do about it. Renders
 * nothing when one of them can.
 */
export function CardNotice({ cards }: { cards: readonly BankCard[] }) {
  const has = (status: BankCard["status"]) => cards.some((card) => card.status === status);
  if (cards.some(canPay)) return null;
  if (has("verified")) {
    return (
      <p role="alert" className="notice notice-anar">
        شمارهٔ کارت تأییدشده شما اکنون خوانده نمی‌شود. لطفاً کمی بعد دوباره تلاش کنید.
      </p>
    );
  }
  if (cards.some(({ waitsForIdentity }) => waitsForIdentity)) {
    return (
      <div
        role="status"
        className="notice notice-zaferan flex flex-wrap items-center justify-between gap-3"
      >
        <p className="min-w-0 flex-1 basis-56">
          کارت بانکی شما پس از تأیید هویت بررسی می‌شود. تأیید هویت کارت خودش را هم تأیید می‌کند.
        </p>
        <a className="button-quiet" href="/authentication">
          تأیید هویت
        </a>
      </div>
    );
  }
  if (has("pending")) {
    return (
      <p role="status" className="notice notice-zaferan">
        کارت بانکی شما در حال بررسی است. لطفاً کمی بعد دوباره تلاش کنید.
      </p>
    );
  }
  const isRejected = cards.length > 0;
  return (
    <div
      role={isRejected ? "alert" : "status"}
      className={`notice ${isRejected ? "notice-anar" : "notice-zaferan"} flex flex-wrap items-center justify-between gap-3`}
    >
      <p className="min-w-0 flex-1 basis-56">
        {`${isRejected ? "کارت‌های بانکی شما تأیید نشده‌اند." : "هنوز کارت بانکی ثبت نکرده‌اید."} پرداخت از درگاه و برداشت تنها با کارت بانکی تأییدشده ممکن است.`}
      </p>
      <a className="button-quiet" href="/banks">
        افزودن کارت بانکی
      </a>
    </div>
  );
}
