import { Banknote, Link, Share2, ShoppingBag, UsersRound } from "lucide-react";
import type { ReactNode } from "react";
import type { Referral } from "../../../contract/referral.ts";
import { formatNumber, formatToman } from "../../../persian/toman.ts";
import { CopyButton } from "../../parts/CopyButton.tsx";
import { LoudToman } from "../../parts/LoudToman.tsx";
import { SHOP_NAME } from "../../shop-name.ts";
import { notify } from "../../stores/notice.ts";
import { inviteLink } from "../../stores/referral.ts";

/** The invitation link, and the registrations, purchases and income that it brought. */
export function ReferralCards({ referral }: { referral: Referral }) {
  return (
    <>
      <InviteLink code={referral.code} />
      <div className="figures">
        <Figure title="تعداد کل ثبت‌نام" icon={<UsersRound size={22} aria-hidden="true" />}>
          <Count value={referral.totalRegistrations} />
        </Figure>
        <Figure title="تعداد کل خرید" icon={<ShoppingBag size={22} aria-hidden="true" />}>
          <Count value={referral.totalPurchases} />
        </Figure>
        <Figure title="درآمد کل" icon={<Banknote size={22} aria-hidden="true" />}>
          <LoudToman amount={referral.totalIncome} />
          {referral.pendingIncome > referral.incomeInReview && (
            <span className="block text-xs text-muted">
              {`${formatToman(referral.pendingIncome - referral.incomeInReview)} در انتظار پایان مهلت گزارش مشکل`}
            </span>
          )}
          {referral.incomeInReview > 0 && (
            <span className="block text-xs text-muted">
              {`${formatToman(referral.incomeInReview)} در دست بررسی`}
            </span>
          )}
        </Figure>
      </div>
    </>
  );
}

function InviteLink({ code }: { code: string }) {
  const link = inviteLink(code);
  return (
    <section aria-labelledby="invite-link" className="deep-card">
      <div className="min-w-0 flex-1 basis-72">
        <h2 id="invite-link" className="flex items-center gap-2 text-sm font-normal">
          <Link size={18} aria-hidden="true" />
          لینک دعوت شما
        </h2>
        <bdi
          dir="ltr"
          lang="en"
          translate="no"
          className="mt-1 block text-lg font-semibold wrap-anywhere select-all"
        >
          {link.replace(/^https?:\/\//, "")}
        </bdi>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text={link} label="کپی لینک دعوت" isOnDeep />
        {"share" in navigator ? <ShareButton link={link} /> : <ShareLinks link={link} />}
      </div>
    </section>
  );
}

const INVITATION = `با این لینک در ${SHOP_NAME} ثبت‌نام کنید و کد تخفیف بگیرید.`;

/** For browsers that have no share sheet. */
function ShareLinks({ link }: { link: string }) {
  const query = new URLSearchParams({ url: link, text: INVITATION }).toString();
  const both = new URLSearchParams({ text: `${INVITATION}\n${link}` }).toString();
  const places = [
    ["بله", `https://ble.ir/share/url?${query}`],
    ["تلگرام", `https://t.me/share/url?${query}`],
    ["واتساپ", `https://wa.me/?${both}`],
  ] as const;
  return places.map(([name, href]) => (
    <a
      key={name}
      className="button-quiet px-4"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`فرستادن لینک دعوت در ${name}`}
    >
      {name}
    </a>
  ));
}

function ShareButton({ link }: { link: string }) {
  const share = async () => {
    try {
      await navigator.share({ title: SHOP_NAME, text: INVITATION, url: link });
    } catch (error) {
      // Closing the share sheet is a choice, not an error.
      if (error instanceof DOMException && error.name === "AbortError") return;
      notify("error", "مرورگر اجازه اشتراک‌گذاری نداد. لینک را کپی کنید.");
    }
  };
  return (
    <button type="button" className="button" onClick={() => void share()}>
      <Share2 size={18} aria-hidden="true" />
      اشتراک‌گذاری
    </button>
  );
}

function Count({ value }: { value: number }) {
  return <span className="text-2xl font-extrabold">{formatNumber(value)}</span>;
}

function Figure({
  title,
  icon,
  children,
}: {
  title: string;
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="card flex items-start gap-4 p-5">
      <span className="rounded-control bg-firouzeh-wash p-3 text-firouzeh-strong">{icon}</span>
      <div className="min-w-0">
        <p className="text-sm text-muted">{title}</p>
        {children}
      </div>
    </section>
  );
}
