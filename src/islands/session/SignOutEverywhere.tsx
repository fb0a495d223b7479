import { MonitorSmartphone } from "lucide-react";
import { ConfirmModal } from "../../parts/ConfirmModal.tsx";
import { useConfirmation } from "../../parts/use-confirmation.ts";
import { signOutEverywhere } from "../../stores/user.ts";

/** Ends every session, this one included: for a lost phone or a sign-in on a shared device. */
export function SignOutEverywhere() {
  const { open, modal } = useConfirmation(signOutEverywhere, { leavesPage: true });
  return (
    <section className="card flex flex-wrap items-center gap-4 p-5" aria-labelledby="devices">
      <span className="rounded-control bg-firouzeh-wash p-3 text-firouzeh-strong">
        <MonitorSmartphone size={24} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1 basis-56">
        <h2 id="devices" className="text-base">
          دستگاه‌های واردشده
        </h2>
        <p className="text-sm text-muted">
          اگر گوشی خود را گم کرده‌اید یا در دستگاهی وارد شده‌اید که مال شما نیست، از همهٔ دستگاه‌ها
          خارج شوید.
        </p>
      </div>
      <button type="button" className="button-danger w-full sm:w-auto" onClick={open}>
        خروج از همهٔ دستگاه‌ها
      </button>
      <ConfirmModal {...modal} title="خروج از همهٔ دستگاه‌ها" action="از همه خارج شو">
        <p>
          همه دستگاه‌ها، از جمله همین یکی، همین حالا از حساب شما خارج می‌شوند و برای ورود دوباره کد
          پیامکی لازم است. کیف پول، سفارش‌ها و سبد خرید شما سر جای خود می‌مانند.
        </p>
        <p>
          برداشتی که هنوز در دست پشتیبانی نیست به کیف پول بازمی‌گردد، کارتی که هنوز بررسی نشده پاک
          می‌شود و درخواست هویت یا نام که هنوز بررسی نشده کنار گذاشته می‌شود.
        </p>
      </ConfirmModal>
    </section>
  );
}
