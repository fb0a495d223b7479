import { useEffect } from "react";
import { isSignedIn } from "../../stores/session.ts";
import { KeepsNothing } from "../../parts/KeepsNothing.tsx";
import { session } from "../../stores/storage.ts";

/** Time to read the message before the redirect, and to press one of its links. */
const LEAVE_AFTER_MS = 5_000;

/**
 * Replaces a page that is only valid right after a payment, and leads to the front page. After a
 * payment that failed, the cart is still there.
 */
export function NotAllowed({ hasCart = false }: { hasCart?: boolean }) {
  useEffect(() => {
    // Without storage in the browser, the outcome was lost on the way here. The page then stays, so
    // that its text can be read.
    if (!session.works()) return;
    const timer = setTimeout(() => {
      location.replace("/");
    }, LEAVE_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return (
    <div role="alert" className="flex flex-col items-center gap-4 py-8">
      <h1 className="text-lg font-semibold">دسترسی به این صفحه مجاز نیست</h1>
      <p>این صفحه فقط یک بار، پس از پرداخت، باز می‌شود.</p>
      {hasCart && (
        <a className="link" href="/cart">
          سبد خریدتان دست نخورده است؛ دیدن آن
        </a>
      )}
      {isSignedIn() && (
        <a className="link" href="/orders">
          سفارش‌های شما این‌جاست
        </a>
      )}
      <KeepsNothing>
        این مرورگر چیزی از صفحهٔ پیش نگه نمی‌دارد. نتیجهٔ پرداخت را در «سفارش‌ها» یا «کیف پول» ببینید.
      </KeepsNothing>
      <a className="link" href="/">
        رفتن به صفحهٔ اصلی
      </a>
    </div>
  );
}
