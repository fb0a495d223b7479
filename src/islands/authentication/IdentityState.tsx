import { BadgeCheck, ShieldAlert } from "lucide-react";

/** The identity decision in words. */
export function IdentityState({ isVerified }: { isVerified: boolean }) {
  const Icon = isVerified ? BadgeCheck : ShieldAlert;
  const tone = isVerified ? "bg-firouzeh-wash text-firouzeh-strong" : "bg-zaferan-wash text-zaferan-strong";
  return (
    <section className="card flex items-center gap-4 p-5" aria-labelledby="identity-state">
      <span className={`rounded-control p-3 ${tone}`}>
        <Icon size={24} aria-hidden="true" />
      </span>
      <div>
        <h2 id="identity-state" className="text-base">
          {isVerified ? "هویت شما تأیید شده است" : "هویت شما هنوز تأیید نشده است"}
        </h2>
        <p className="text-sm text-muted">
          {isVerified ? "می‌توانید بدون محدودیت خرید کنید." : "احراز هویت پیش از خرید لازم است و تنها یک بار انجام می‌شود."}
        </p>
      </div>
    </section>
  );
}
