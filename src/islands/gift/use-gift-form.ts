import { useState } from "react";
import type { Occasion } from "../../../contract/gift.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { parsePhone } from "../../../persian/identifiers.ts";
import { useFields } from "../../parts/use-fields.ts";
import { useTyped } from "../../parts/use-typed.ts";
import { checkPhone, giveCode, hoursFor, tehranHour } from "../../stores/gift.ts";
import { serverNow } from "../../stores/server-clock.ts";
import { checkText } from "../../stores/text-rule.ts";
import type { GiftLimits } from "./gift-limits.ts";

interface GiftFormOptions {
  orderId: string;
  codeId: string;
  /** The giver's first name, with which the gift is signed; empty when it is not known. */
  firstName: string;
  limits: GiftLimits;
  onGiven: () => void;
}

interface GiftChoices {
  occasion: Occasion;
  way: "link" | "sms";
  isPhoneRequired: boolean;
  /** The name of an offered hour, or «other». */
  hour: string;
  other: { day: number; hour: number };
}

const FIRST_CHOICES: GiftChoices = {
  occasion: "none",
  way: "link",
  isPhoneRequired: false,
  hour: "now",
  other: { day: 1, hour: 12 },
};

export type GiftDraft = ReturnType<typeof useGiftForm>;

/** Holds a gift as it is written. It is sent in two steps: the first one shows its envelope. */
export function useGiftForm({ orderId, codeId, firstName, limits, onGiven }: GiftFormOptions) {
  const [choices, setChoices] = useTyped(`gift:${codeId} choices`, FIRST_CHOICES);
  const [isShown, setIsShown] = useState(false);
  const [now] = useState(serverNow);
  const { occasion, way, isPhoneRequired, hour, other } = choices;
  const hours = hoursFor(occasion, now, limits.daysAheadMax);
  const opensAt =
    hour === "other"
      ? tehranHour(now, other.day, other.hour)
      : (hours.find(({ name }) => name === hour)?.at ?? null);
  const sendsSms = way === "sms";
  const needsPhone = sendsSms || isPhoneRequired;
  const fields = useFields({
    form: `gift:${codeId}`,
    start: { recipient: "", message: "", signature: firstName, phone: "" },
    check: (name, value) => {
      if (name === "phone") return needsPhone ? checkPhone(value) : "";
      if (name === "message")
        return (
          checkText(`.${value}`, "", { minimum: 1, maximum: limits.messageMax + 1 }) &&
          `حداکثر ${toPersianDigits(limits.messageMax)} کاراکتر بنویسید.`
        );
      return checkText(
        value,
        name === "recipient" ? "نام گیرنده را بنویسید." : "نام خود را بنویسید.",
        { minimum: 1, maximum: limits.nameMax },
      );
    },
    send: async ({ phone, ...words }) => {
      if (!isShown) {
        setIsShown(true);
        return {};
      }
      const problems = await giveCode(orderId, {
        ...words,
        codeId,
        occasion,
        sendsSms,
        isPhoneRequired,
        ...(needsPhone && { phone: parsePhone(phone) ?? phone }),
        ...(opensAt !== null && { opensAt: new Date(opensAt).toISOString() }),
      });
      // The fields are only in the first step, so a refused field leads back there.
      if (Object.keys(problems).some((name) => name in fields.values)) setIsShown(false);
      if (Object.keys(problems).length === 0) onGiven();
      return problems;
    },
  });
  return {
    ...fields,
    choices,
    choose: (changes: Partial<GiftChoices>) => setChoices((now) => ({ ...now, ...changes })),
    now,
    hours,
    opensAt,
    sendsSms,
    needsPhone,
    isShown,
    edit: () => setIsShown(false),
  };
}
