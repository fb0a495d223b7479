import type { Occasion } from "../../../contract/gift.ts";
import { formatDate } from "../../../persian/dates.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { Envelope } from "./Envelope.tsx";

interface GiftPreviewProps {
  occasion: Occasion;
  words: Readonly<Record<"recipient" | "message" | "signature" | "phone", string>>;
  product: string;
  sendsSms: boolean;
  isPhoneRequired: boolean;
  /** The time from which the gift can be opened, in UTC milliseconds; null for at once. */
  opensAt: number | null;
}

/** Shows a gift as the receiver will see it, before the gift is sent. */
export function GiftPreview({
  occasion,
  words,
  product,
  sendsSms,
  isPhoneRequired,
  opensAt,
}: GiftPreviewProps) {
  const phone = <bdi dir="ltr">{toPersianDigits(words.phone)}</bdi>;
  const hour = opensAt === null ? "همین حالا" : formatDate(opensAt);
  return (
    <div
      className="flex flex-col gap-4"
      role="group"
      aria-label="پاکت هدیه"
      tabIndex={-1}
      data-gift-preview
    >
      <Envelope occasion={occasion} />
      <p className="text-center text-sm text-muted">
        <span>{`برای ${words.recipient}، `}</span>
        <span translate="no">{product}</span>
      </p>
      {words.message.trim() !== "" && (
        <p className="text-center leading-8 whitespace-pre-line" dir="auto">
          {words.message.trim()}
        </p>
      )}
      <p className="text-center font-semibold" dir="auto">
        {words.signature}
      </p>
      <ul className="hint list-disc ps-5">
        <li>
          {sendsSms ? (
            <>
              <span>{`${hour} به `}</span>
              {phone}
              <span>{" پیامک می‌شود؛ در پیامک تنها لینک هدیه است."}</span>
            </>
          ) : (
            <>
              <span>{`لینک را خودتان می‌فرستید. ${opensAt !== null ? `پیش از ${hour} باز نمی‌شود.` : ""}`}</span>
            </>
          )}
        </li>
        {isPhoneRequired && <li>تنها کسی آن را باز می‌کند که با {phone} وارد شود.</li>}
        <li>یک بار باز می‌شود. تا آن وقت می‌توانید آن را پس بگیرید، و خودتان کد را نمی‌بینید.</li>
      </ul>
    </div>
  );
}
