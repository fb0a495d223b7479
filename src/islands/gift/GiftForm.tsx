import { useStore } from "@nanostores/react";
import { Gift } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Occasion } from "../../../contract/gift.ts";
import type { OrderItem } from "../../../contract/order.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { parsePhone } from "../../../persian/identifiers.ts";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../parts/SubmitButton.tsx";
import { TextArea } from "../../parts/TextArea.tsx";
import { TextField } from "../../parts/TextField.tsx";
import { useFields } from "../../parts/use-fields.ts";
import { useTyped } from "../../parts/use-typed.ts";
import { checkPhone, giveCode, hoursFor, tehranHour } from "../../stores/gift.ts";
import { serverNow } from "../../stores/server-clock.ts";
import { checkText } from "../../stores/text-rule.ts";
import { $user, loadUser } from "../../stores/user.ts";
import { Chips } from "./Chips.tsx";
import { GiftPreview } from "./GiftPreview.tsx";
import { OccasionChoice } from "./OccasionChoice.tsx";
import { OtherHour } from "./OtherHour.tsx";

/** The contract's limits of a gift. Pages pass them in, because islands cannot import the contract. */
export interface GiftLimits {
  nameMax: number;
  messageMax: number;
  daysAheadMax: number;
}

interface GiftFormProps {
  orderId: string;
  item: OrderItem;
  codeId: string;
  limits: GiftLimits;
  onGiven: () => void;
}

const WAYS = [
  { name: "link", label: "لینک را خودم می‌فرستم" },
  { name: "sms", label: "با پیامک بفرستید" },
] as const;

/** Writes a gift, shows its envelope, then makes it. */
export function GiftForm(props: GiftFormProps) {
  const user = useStore($user);
  useEffect(() => {
    if ($user.get().state !== "ready") void loadUser();
  }, []);
  if (user.state === "loading") return null;
  return <Filled {...props} firstName={user.state === "ready" ? user.value.firstName : ""} />;
}

function Filled({
  orderId,
  item,
  codeId,
  limits,
  onGiven,
  firstName,
}: GiftFormProps & { firstName: string }) {
  const choice = `gift:${codeId}`;
  const [occasion, setOccasion] = useTyped<Occasion>(`${choice} occasion`, "none");
  const [way, setWay] = useTyped<(typeof WAYS)[number]["name"]>(`${choice} way`, "link");
  const [isPhoneRequired, setIsPhoneRequired] = useTyped<boolean>(`${choice} proof`, false);
  const [now] = useState(serverNow);
  const [hour, setHour] = useTyped<string>(`${choice} hour`, "now");
  const [other, setOther] = useTyped(`${choice} day`, { day: 1, hour: 12 });
  const [isShown, setIsShown] = useState(false);
  const step = useRef<HTMLDivElement>(null);
  // The button that led here is another one now, or gone: the keyboard goes on from the new step.
  useEffect(() => {
    const first = isShown ? "[data-gift-preview]" : "[name=recipient]";
    step.current?.querySelector<HTMLElement>(first)?.focus();
  }, [isShown]);
  const hours = hoursFor(occasion, now, limits.daysAheadMax);
  const opensAt =
    hour === "other"
      ? tehranHour(now, other.day, other.hour)
      : (hours.find(({ name }) => name === hour)?.at ?? null);
  const needsPhone = way === "sms" || isPhoneRequired;

  const check = (name: "recipient" | "message" | "signature" | "phone", value: string) => {
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
  };
  const { form, values, field, isSending, problem } = useFields({
    form: `gift:${codeId}`,
    start: { recipient: "", message: "", signature: firstName, phone: "" },
    check,
    send: async ({ phone, ...words }) => {
      if (!isShown) {
        setIsShown(true);
        return {};
      }
      const problems = await giveCode(orderId, {
        ...words,
        codeId,
        occasion,
        sendsSms: way === "sms",
        isPhoneRequired,
        ...(needsPhone && { phone: parsePhone(phone) ?? phone }),
        ...(opensAt !== null && { opensAt: new Date(opensAt).toISOString() }),
      });
      // A refused field can only be seen where it is written.
      if (Object.keys(problems).some((name) => name in values)) setIsShown(false);
      if (Object.keys(problems).length === 0) onGiven();
      return problems;
    },
  });
  return (
    <form {...form} className="flex flex-col gap-5">
      <div ref={step} className="flex flex-col gap-5">
        {isShown ? (
          <GiftPreview
            occasion={occasion}
            words={values}
            product={item.Product.name}
            sendsSms={way === "sms"}
            isPhoneRequired={isPhoneRequired}
            opensAt={opensAt}
          />
        ) : (
          <>
            <OccasionChoice
              value={occasion}
              onChange={(chosen) => {
                setOccasion(chosen);
                if (hour === "occasion") setHour("now");
              }}
            />
            <TextField label="برای چه کسی؟" dir="auto" autoComplete="off" {...field("recipient")} />
            <TextArea label="چند خط از شما" maximum={limits.messageMax} {...field("message")} />
            <TextField label="امضا" dir="auto" autoComplete="given-name" {...field("signature")} />
            <Chips legend="چطور برسد؟" name="way" options={WAYS} value={way} onChange={setWay} />
            {way === "link" && (
              <Choice isChosen={isPhoneRequired} onChange={setIsPhoneRequired}>
                تنها با شمارهٔ موبایل گیرنده باز شود
              </Choice>
            )}
            {needsPhone && (
              <TextField
                label="شمارهٔ موبایل گیرنده"
                dir="ltr"
                autoComplete="off"
                {...field("phone")}
              />
            )}
            {way === "sms" && (
              <Choice isChosen={isPhoneRequired} onChange={setIsPhoneRequired}>
                تنها با همین شماره باز شود
              </Choice>
            )}
            <Chips
              legend="چه وقت؟"
              name="hour"
              options={[...hours, { name: "other", label: "روز دیگر" }]}
              value={hour}
              onChange={setHour}
            />
            {hour === "other" && (
              <OtherHour
                now={now}
                daysMax={limits.daysAheadMax}
                value={other}
                onChange={setOther}
              />
            )}
          </>
        )}
      </div>
      {problem !== "" && <ErrorBox message={problem} />}
      <div className="flex flex-wrap gap-3">
        <SubmitButton isSending={isSending} className="button flex-1">
          <Gift size={18} aria-hidden="true" />
          <span>{isShown ? "هدیه را بساز" : "دیدن پاکت"}</span>
        </SubmitButton>
        {isShown && (
          <button
            type="button"
            className="button-quiet flex-1"
            disabled={isSending}
            onClick={() => {
              setIsShown(false);
            }}
          >
            ویرایش
          </button>
        )}
      </div>
    </form>
  );
}

interface ChoiceProps {
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
  children: string;
}

function Choice({ isChosen, onChange, children }: ChoiceProps) {
  return (
    <label className="flex items-center gap-3 text-sm">
      <input
        type="checkbox"
        className="size-5"
        checked={isChosen}
        onChange={(event) => {
          onChange(event.target.checked);
        }}
      />
      <span>{children}</span>
    </label>
  );
}
