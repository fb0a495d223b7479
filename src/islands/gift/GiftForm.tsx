import { useStore } from "@nanostores/react";
import { Gift } from "lucide-react";
import { useEffect, useRef } from "react";
import type { OrderItem } from "../../../contract/order-item.ts";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../parts/SubmitButton.tsx";
import { TextArea } from "../../parts/TextArea.tsx";
import { TextField } from "../../parts/TextField.tsx";
import { $user, loadUser } from "../../stores/user.ts";
import { Chips } from "./Chips.tsx";
import type { GiftLimits } from "./gift-limits.ts";
import { GiftPreview } from "./GiftPreview.tsx";
import { OccasionChoice } from "./OccasionChoice.tsx";
import { OtherHour } from "./OtherHour.tsx";
import { type GiftDraft, useGiftForm } from "./use-gift-form.ts";

interface GiftFormProps {
  orderId: string;
  item: OrderItem;
  codeId: string;
  limits: GiftLimits;
  onGiven: () => void;
}

/** Writes a gift, shows its envelope, then makes it. */
export function GiftForm(props: GiftFormProps) {
  const user = useStore($user);
  useEffect(() => {
    if ($user.get().state !== "ready") void loadUser();
  }, []);
  if (user.state === "loading") return null;
  return <Filled {...props} firstName={user.state === "ready" ? user.value.firstName : ""} />;
}

function Filled({ item, ...props }: GiftFormProps & { firstName: string }) {
  const gift = useGiftForm(props);
  const { form, problem, isSending, isShown } = gift;
  const step = useRef<HTMLDivElement>(null);
  // Focuses the new step, because the button that was pressed has changed or is gone.
  useEffect(() => {
    const first = isShown ? "[data-gift-preview]" : "[name=recipient]";
    step.current?.querySelector<HTMLElement>(first)?.focus();
  }, [isShown]);
  return (
    <form {...form} className="flex flex-col gap-5">
      <div ref={step} className="flex flex-col gap-5">
        {isShown ? (
          <GiftPreview
            occasion={gift.choices.occasion}
            words={gift.values}
            product={item.Product.name}
            sendsSms={gift.sendsSms}
            isPhoneRequired={gift.choices.isPhoneRequired}
            opensAt={gift.opensAt}
          />
        ) : (
          <Fields gift={gift} limits={props.limits} />
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
            onClick={gift.edit}
          >
            ویرایش
          </button>
        )}
      </div>
    </form>
  );
}

const WAYS = [
  { name: "link", label: "لینک را خودم می‌فرستم" },
  { name: "sms", label: "با پیامک بفرستید" },
] as const;

function Fields({ gift, limits }: { gift: GiftDraft; limits: GiftLimits }) {
  const { choices, choose, field, sendsSms } = gift;
  const { way, isPhoneRequired, hour } = choices;
  const setPhoneRequired = (isRequired: boolean) => choose({ isPhoneRequired: isRequired });
  return (
    <>
      <OccasionChoice
        value={choices.occasion}
        onChange={(occasion) => choose({ occasion, hour: hour === "occasion" ? "now" : hour })}
      />
      <TextField label="برای چه کسی؟" dir="auto" autoComplete="off" {...field("recipient")} />
      <TextArea label="چند خط از شما" maximum={limits.messageMax} {...field("message")} />
      <TextField label="امضا" dir="auto" autoComplete="given-name" {...field("signature")} />
      <Chips
        legend="چطور برسد؟"
        name="way"
        options={WAYS}
        value={way}
        onChange={(chosen) => choose({ way: chosen })}
      />
      {!sendsSms && (
        <Choice isChosen={isPhoneRequired} onChange={setPhoneRequired}>
          تنها با شمارهٔ موبایل گیرنده باز شود
        </Choice>
      )}
      {gift.needsPhone && (
        <TextField label="شمارهٔ موبایل گیرنده" dir="ltr" autoComplete="off" {...field("phone")} />
      )}
      {sendsSms && (
        <Choice isChosen={isPhoneRequired} onChange={setPhoneRequired}>
          تنها با همین شماره باز شود
        </Choice>
      )}
      <Chips
        legend="چه وقت؟"
        name="hour"
        options={[...gift.hours, { name: "other", label: "روز دیگر" }]}
        value={hour}
        onChange={(chosen) => choose({ hour: chosen })}
      />
      {hour === "other" && (
        <OtherHour
          now={gift.now}
          daysMax={limits.daysAheadMax}
          value={choices.other}
          onChange={(other) => choose({ other })}
        />
      )}
    </>
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
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
