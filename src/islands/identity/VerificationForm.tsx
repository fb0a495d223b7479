import { useStore } from "@nanostores/react";
import { useState } from "react";
import { splitName } from "../../../persian/names.ts";
import { CardNumberField } from "../../parts/CardNumberField.tsx";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { InquiredFields } from "../../parts/InquiredFields.tsx";
import { SubmitButton } from "../../parts/SubmitButton.tsx";
import { TextField } from "../../parts/TextField.tsx";
import { UploadField } from "../../parts/UploadField.tsx";
import { useFields } from "../../parts/use-fields.ts";
import { finishAttachment } from "../../stores/attachment.ts";
import { $asksNationalCode, requestIdentity } from "../../stores/identity.ts";
import {
  checkBirthDate,
  checkCardNumber,
  checkCardOwner,
  checkNationalCode,
} from "../../stores/card-check.ts";
import { createUpload } from "../../stores/upload.ts";
import { checkProfileField } from "../../stores/user.ts";
import { PhotoGuide } from "./PhotoGuide.tsx";

interface VerificationFormProps {
  nameMax: number;
  imageMaxBytes: number;
  shopName: string;
  onSent: () => void;
}

const NO_DOCUMENT = "لطفاً تصویر مدرک شناسایی خود را بارگذاری کنید";

export function VerificationForm({ shopName, ...props }: VerificationFormProps) {
  const asksNationalCode = useStore($asksNationalCode);
  const { form, upload, field, changeOwner, isSending, problem } = useVerificationForm(props);
  return (
    <form {...form} className="flex flex-col gap-4">
      <CardNumberField label="شمارهٔ کارت" {...field("cardNumber")} />
      <TextField
        label="نام و نام خانوادگی صاحب حساب"
        dir="auto"
        autoComplete="cc-name"
        {...field("cardOwner")}
        onChange={changeOwner}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label="نام" dir="auto" autoComplete="given-name" {...field("firstName")} />
        <TextField
          label="نام خانوادگی"
          dir="auto"
          autoComplete="family-name"
          {...field("lastName")}
        />
      </div>
      {asksNationalCode && (
        <InquiredFields nationalCode={field("nationalCode")} birthDate={field("birthDate")}>
          با کد ملی و تاریخ تولدتان از بانک و اپراتور استعلام می‌گیریم و بیشتر وقت‌ها در چند ثانیه
          پاسخ می‌دهیم. بی آن‌ها هم، کسی از ما درخواست را می‌بیند.
        </InquiredFields>
      )}
      <PhotoGuide shopName={shopName} />
      <UploadField
        label="تصویر مدرک شناسایی"
        name="image"
        upload={upload}
        message={field("image").message}
        hasCamera
      />
      {problem !== "" && <ErrorBox message={problem} />}
      <SubmitButton isSending={isSending}>
        {isSending ? "در حال ثبت درخواست…" : "ثبت درخواست"}
      </SubmitButton>
    </form>
  );
}

const EMPTY = {
  cardNumber: "",
  cardOwner: "",
  firstName: "",
  lastName: "",
  nationalCode: "",
  birthDate: "",
  image: "",
};

function useVerificationForm({
  nameMax,
  imageMaxBytes,
  onSent,
}: Omit<VerificationFormProps, "shopName">) {
  const [upload] = useState(() => createUpload(imageMaxBytes));
  const fields = useFields({
    form: "verification",
    start: EMPTY,
    secrets: ["cardNumber"],
    check: (name, value) => {
      if (name === "cardNumber") return checkCardNumber(value);
      if (name === "cardOwner") return checkCardOwner(value);
      if (name === "nationalCode") return checkNationalCode(value);
      if (name === "birthDate") return checkBirthDate(value);
      if (name !== "image") return checkProfileField(name, value, nameMax);
      return upload.$upload.get().state === "none" ? NO_DOCUMENT : "";
    },
    send: async (typed) => {
      const attachment = await finishAttachment(upload);
      if ("messages" in attachment) return attachment.messages;
      if (attachment.imageUrl === null) return { image: NO_DOCUMENT };
      const messages = await requestIdentity({
        IdentificationDocumentImage: attachment.imageUrl,
        cardNumber: typed.cardNumber,
        cardOwner: typed.cardOwner.trim(),
        firstName: typed.firstName.trim(),
        lastName: typed.lastName.trim(),
        ...(typed.nationalCode.trim() !== "" && { nationalCode: typed.nationalCode }),
        ...(typed.birthDate.trim() !== "" && { birthDate: typed.birthDate }),
      });
      if (Object.keys(messages).length === 0) onSent();
      return messages;
    },
  });
  /**
   * Fills the first and last name from the card owner's name, as long as they were not changed by
   * hand.
   */
  const changeOwner = (owner: string) => {
    const [before, after] = [splitName(fields.values.cardOwner), splitName(owner)];
    fields.field("cardOwner").onChange(owner);
    for (const name of ["firstName", "lastName"] as const)
      if (fields.values[name] === before[name]) fields.field(name).onChange(after[name]);
  };
  return { ...fields, upload, changeOwner };
}
