import { Play, Share2, Undo2 } from "lucide-react";
import type { GivenGift } from "../../../contract/gift.ts";
import { formatDate } from "../../../persian/dates.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { ConfirmModal } from "../../parts/ConfirmModal.tsx";
import { CopyButton } from "../../parts/CopyButton.tsx";
import { useConfirmation } from "../../parts/use-confirmation.ts";
import { callBack, resumeGift } from "../../stores/gift.ts";
import { serverNow } from "../../stores/server-clock.ts";

interface GivenGiftCardProps {
  orderId: string;
  gift: GivenGift;
  /** The name of the thing that is given: «گیفت کارت …، کد ۲». */
  what: string;
}

/** A gift as its giver sees it: whether it was opened, its link, and calling it back. */
export function GivenGiftCard({ orderId, gift, what }: GivenGiftCardProps) {
  const { open, modal } = useConfirmation(() => callBack(orderId, gift.id));
  const { link } = gift;
  return (
    <li className="rounded-control border border-line p-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <svg
          viewBox="0 0 72 52"
          className="w-[72px] shrink-0"
          data-occasion={gift.occasion}
          aria-hidden="true"
        >
          <rect width="72" height="52" rx="8" fill="var(--field)" />
          <use href={`#seal-${gift.occasion}`} x="14" y="4" width="44" height="44" />
        </svg>
        <div className="min-w-0 flex-1 basis-40 break-words">
          <p className="font-semibold">{`برای ${gift.recipient}`}</p>
          <p className="text-sm text-muted">{what}</p>
          <p className="mt-1 text-sm" role="status">
            {stateOf(gift)}
          </p>
        </div>
      </div>
      {gift.isPaused && (
        <p className="notice notice-zaferan mt-3 flex flex-wrap items-center justify-between gap-3">
          با خروج از همهٔ دستگاه‌ها این هدیه ایستاد. اگر آن را خودتان ساخته‌اید، ادامه دهید.
          <button
            type="button"
            className="button-quiet"
            onClick={() => void resumeGift(orderId, gift.id)}
          >
            <Play size={18} className="flip-rtl" aria-hidden="true" />
            ادامه
          </button>
        </p>
      )}
      {link !== null && (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <div className="flex min-w-0 flex-1 basis-56 items-center rounded-control bg-paper ps-3">
            <bdi
              dir="ltr"
              lang="en"
              translate="no"
              className="min-w-0 flex-1 py-2 text-xs break-all"
            >
              {link}
            </bdi>
            <CopyButton text={link} label="کپی لینک هدیه" />
          </div>
          {"share" in navigator && (
            <button type="button" className="button-quiet" onClick={() => void share(link)}>
              <Share2 size={18} aria-hidden="true" />
              فرستادن
            </button>
          )}
          <button type="button" className="button-quiet" onClick={open}>
            <Undo2 size={18} aria-hidden="true" />
            پس گرفتن
          </button>
        </div>
      )}
      <ConfirmModal {...modal} title="پس گرفتن هدیه" action="هدیه را پس بگیر">
        <p>لینک این هدیه دیگر چیزی را باز نمی‌کند و کد دوباره در دست شماست.</p>
      </ConfirmModal>
    </li>
  );
}

function stateOf(gift: GivenGift): string {
  if (gift.openedAt !== null) return `باز شد، ${formatDate(gift.openedAt)}`;
  const isAhead = Date.parse(gift.opensAt) > serverNow();
  const phone = toPersianDigits(`0${gift.phone ?? ""}`);
  if (gift.sms === "failed") return "پیامک نرسید؛ لینک را خودتان بفرستید.";
  if (gift.sms === "sent") return `پیامک به ${phone} فرستاده شد. هنوز باز نشده است.`;
  if (gift.sms === "waiting")
    return `پیامک ${isAhead ? formatDate(gift.opensAt) : "تا چند دقیقهٔ دیگر"} به ${phone} فرستاده می‌شود.`;
  return isAhead ? `از ${formatDate(gift.opensAt)} باز می‌شود.` : "هنوز باز نشده است.";
}

async function share(link: string): Promise<void> {
  // Closing the share sheet is not an error, so nothing is reported.
  await navigator.share({ title: "یک هدیه برای شما", url: link }).catch(() => undefined);
}
