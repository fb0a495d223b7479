import { useStore } from "@nanostores/react";
import { useState } from "react";
import { CardNumberField } from "../../parts/CardNumberField.tsx";
import { Confirmation } from "../../parts/Confirmation.tsx";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { InquiredFields } from "../../parts/InquiredFields.tsx";
import { SubmitButton } from "../../parts/SubmitButton.tsx";
import { TextField } from "../../parts/TextField.tsx";
import { UploadField } from "../../parts/UploadField.tsx";
import { useFields } from "../../parts/use-fields.ts";
import { $asksForCard, addCard, loadBankCards } from "../../stores/bank-card.ts";
import {
  checkBirthDate,
  checkCardNumber,
  checkCardOwner,
  checkNationalCode,
} from "../../stores/card-check.ts";
import { createUpload, type Upload } from "../../stores/upload.ts";

interface AddCardFormProps {
  imageMaxBytes: number;
  onClose: () => void;
}

export function AddCardForm({ imageMaxBytes, onClose }: AddCardFormProps) {
  const [upload] = useState(() => createUpload(imageMaxBytes));
  const [isDone, setIsDone] = useState(false);
  const asksForCard = useStore($asksForCard);
  const { form, problem, isSending, field, values } = useFields({
    form: "add-card",
    secrets: ["cardNumber"],
    start: { cardNumber: "", cardOwner: "", nationalCode: "", birthDate: "", cardImage: "" },
    check: (name, value) => check(name, value, upload),
    send: async ({ cardNumber, cardOwner, nationalCode, birthDate }) => {
      const cardImage = await upload.finish();
      if (cardImage === null) return {};
      const refused = await addCard({
        cardNumber,
        cardOwner: cardOwner.trim(),
        cardImage,
        ...(nationalCode.trim() !== "" && { nationalCode }),
        ...(birthDate.trim() !== "" && { birthDate }),
      });
      setIsDone(Object.keys(refused).length === 0);
      return refused;
    },
  });
  const isInquired = values.nationalCode.trim() !== "";
  if (isDone) {
    return (
      <Confirmation
        title="کارت بانکی با موفقیت افزوده شد."
        onClose={() => {
          // The provider has probably answered the inquiry by now.
          if (isInquired) void loadBankCards();
          onClose();
        }}
      >
        <p>
          {`${isInquired ? "اگر پاسخ استعلام روشن باشد، کارت در چند ثانیه تأیید می‌شود. " : ""}کارت شما در حال بررسی است. اگر بین ساعت ۸ تا ۲۴ ثبت شده باشد، در کمتر از ۳۰ دقیقه نتیجه را می‌بینید.`}
        </p>
      </Confirmation>
    );
  }
  const { name, message } = field("cardImage");
  return (
    <form {...form} className="flex flex-col gap-4">
      <CardNumberField label="شمارهٔ کارت" {...field("cardNumber")} />
      <TextField
        label="نام و نام خانوادگی صاحب حساب"
        autoComplete="cc-name"
        dir="auto"
        {...field("cardOwner")}
      />
      {asksForCard && (
        <InquiredFields nationalCode={field("nationalCode")} birthDate={field("birthDate")}>
          با کد ملی و تاریخ تولدتان از بانک و اپراتور استعلام می‌گیریم و بیشتر وقت‌ها کارت در چند
          ثانیه تأیید می‌شود. بی آن‌ها هم، کسی از ما کارت را می‌بیند.
        </InquiredFields>
      )}
      <UploadField label="تصویر کارت" name={name} upload={upload} message={message} />
      {problem && <ErrorBox message={problem} />}
      <SubmitButton isSending={isSending} className="button w-full">
        ثبت کارت
      </SubmitButton>
    </form>
  );
}

function check(
  name: "cardNumber" | "cardOwner" | "nationalCode" | "birthDate" | "cardImage",
  value: string,
  upload: Upload,
): string {
  if (name === "cardNumber") return checkCardNumber(value);
  if (name === "cardOwner") return checkCardOwner(value);
  if (name === "nationalCode") return checkNationalCode(value);
  if (name === "birthDate") return checkBirthDate(value);
  const { state } = upload.$upload.get();
  return state === "none" || state === "failed" ? "لطفا یک فایل انتخاب کنید" : "";
}
