import { Check } from "lucide-react";
import { useState } from "react";
import { CardNumberField } from "../../parts/CardNumberField.tsx";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../parts/SubmitButton.tsx";
import { TextField } from "../../parts/TextField.tsx";
import { UploadField } from "../../parts/UploadField.tsx";
import { useFields } from "../../parts/use-fields.ts";
import { finishAttachment } from "../../stores/attachment.ts";
import { requestIdentity } from "../../stores/identity.ts";
import { checkCardNumber, checkCardOwner } from "../../stores/card-check.ts";
import { createUpload } from "../../stores/upload.ts";

interface VerificationFormProps {
  imageMaxBytes: number;
  shopName: string;
  onSent: () => void;
}

const NO_DOCUMENT = "لطفاً تصویر مدرک شناسایی خود را بارگذاری کنید";

export function VerificationForm({ imageMaxBytes, shopName, onSent }: VerificationFormProps) {
  const { form, upload, field, isSending, problem } = useVerificationForm(imageMaxBytes, onSent);
  return (
    <form {...form} className="flex flex-col gap-4">
      <PhotoGuide shopName={shopName} />
      <CardNumberField label="شمارهٔ کارت" {...field("cardNumber")} />
      <TextField
        label="نام و نام خانوادگی صاحب حساب"
        dir="auto"
        autoComplete="cc-name"
        {...field("cardOwner")}
      />
      <UploadField
        label="تصویر مدرک شناسایی"
        name="image"
        upload={upload}
        message={field("image").message}
      />
      {problem !== "" && <ErrorBox message={problem} />}
      <SubmitButton isSending={isSending}>
        {isSending ? "در حال ثبت درخواست…" : "ثبت درخواست"}
      </SubmitButton>
    </form>
  );
}

function useVerificationForm(imageMaxBytes: number, onSent: () => void) {
  const [upload] = useState(() => createUpload(imageMaxBytes));
  const fields = useFields(
    { cardNumber: "", cardOwner: "", image: "" },
    (name, value) => {
      if (name === "cardNumber") return checkCardNumber(value);
      if (name === "cardOwner") return checkCardOwner(value);
      return upload.$upload.get().state === "none" ? NO_DOCUMENT : "";
    },
    async ({ cardNumber, cardOwner }) => {
      const attachment = await finishAttachment(upload);
      if ("messages" in attachment) return attachment.messages;
      if (attachment.imageUrl === null) return { image: NO_DOCUMENT };
      const request = {
        IdentificationDocumentImage: attachment.imageUrl,
        cardNumber,
        cardOwner: cardOwner.trim(),
      };
      const messages = await requestIdentity(request);
      if (Object.keys(messages).length === 0) onSent();
      return messages;
    },
  );
  return { ...fields, upload };
}

/** Lists the documents that must be readable on the photo. */
function PhotoGuide({ shopName }: { shopName: string }) {
  const parts = [
    "کارت ملی یا شناسنامهٔ شما",
    "کارت بانکی به نام خودتان؛ CVV2 را می‌توانید بپوشانید",
    `برگه‌ای با دست‌خط شما: «این تصویر را برای احراز هویت در ${shopName} می‌فرستم»، با تاریخ امروز و امضا`,
  ];
  return (
    <section className="notice" aria-labelledby="photo-guide">
      <h3 id="photo-guide" className="mb-2">
        هر سه در یک عکس، خوانا و کنار هم:
      </h3>
      <ul className="flex flex-col gap-1.5 text-sm">
        {parts.map((part) => (
          <li key={part} className="flex items-start gap-2">
            <Check size={18} className="mt-1 text-firouzeh" aria-hidden="true" />
            <span>{part}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
