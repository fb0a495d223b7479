import { useState } from "react";
import type { OrderCode, OrderItem } from "../../../contract/order-item.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../parts/SubmitButton.tsx";
import { UploadField } from "../../parts/UploadField.tsx";
import { useSending } from "../../parts/use-sending.ts";
import { useTyped } from "../../parts/use-typed.ts";
import { finishAttachment } from "../../stores/attachment.ts";
import { openTicket } from "../../stores/ticket.ts";
import { createUpload } from "../../stores/upload.ts";
import type { TicketLimits } from "../ticket/ticket-limits.ts";

/** The reasons why a code does not work, as a chip and as the sentence of the ticket. */
const REASONS = [
  { chip: "قبلاً استفاده شده", sentence: "سرویس می‌گوید این کد پیش‌تر استفاده شده است." },
  { chip: "نامعتبر است", sentence: "سرویس می‌گوید این کد نامعتبر است." },
  { chip: "به کشور حسابم نمی‌خورد", sentence: "سرویس کد را برای کشور (ریجن) حساب من نمی‌پذیرد." },
  { chip: "به حسابم ننشست", sentence: "کد پذیرفته شد، ولی موجودی یا اشتراک به حساب من نرسید." },
] as const;

interface CodeReportProps {
  item: OrderItem;
  code: OrderCode;
  limits: TicketLimits;
  onSent: () => void;
}

/** Reports a problem with one code. It asks only for a reason and an optional picture. */
export function CodeReport({ item, code, limits, onSent }: CodeReportProps) {
  const [upload] = useState(() => createUpload(limits.imageMaxBytes));
  const [chip, setChip] = useTyped<string>(`report:${code.id}`, "");
  const chosen = REASONS.find((reason) => reason.chip === chip);
  const { formOf, send, refuse, isSending, problem } = useSending();
  const number = toPersianDigits(code.position);
  const submit = async () => {
    if (!chosen) {
      refuse({ "": "بگویید کد چه مشکلی دارد." });
      return;
    }
    const isSent = await send(async () => {
      const attachment = await finishAttachment(upload);
      if ("messages" in attachment) return "تصویر بارگذاری نشد. آن را دوباره بارگذاری یا حذف کنید.";
      return openTicket({
        title: Array.from(`کد ${number}: ${chosen.chip}، ${item.Product.name}`)
          .slice(0, limits.title.maximum)
          .join(""),
        description: `${chosen.sentence}\nکد ${number} از ${toPersianDigits(item.quantity)}، ${item.Product.name}`,
        imageUrl: attachment.imageUrl,
        orderItemId: item.id,
        codeIds: [code.id],
      });
    });
    if (isSent) onSent();
  };
  return (
    <form
      {...formOf(() => void submit())}
      className="code-report"
      aria-label={`گزارش مشکل کد ${number}`}
    >
      <fieldset>
        <legend>{`کد ${number} چه مشکلی دارد؟`}</legend>
        <div className="code-reasons">
          {REASONS.map((reason) => (
            <button
              key={reason.chip}
              type="button"
              aria-pressed={chosen === reason}
              onClick={() => {
                setChip(reason.chip);
                refuse({});
              }}
            >
              {reason.chip}
            </button>
          ))}
        </div>
      </fieldset>
      <UploadField
        label="عکس پیام خطا (پاسخ را تندتر می‌کند)"
        name="image"
        upload={upload}
        message=""
      />
      {problem !== "" && <ErrorBox message={problem} />}
      <SubmitButton isSending={isSending} className="button w-full">
        {isSending ? "در حال فرستادن…" : "فرستادن گزارش"}
      </SubmitButton>
    </form>
  );
}
