import { formatNumber } from "../../../../persian/toman.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { Select } from "../../../parts/Select.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useFields } from "../../../parts/use-fields.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import { type NewChannel, makeChannel } from "../../../stores/desk/alert.ts";
import { messagesOf } from "../../../stores/messages.ts";

type Kind = NewChannel["kind"];

export const KINDS: Readonly<Record<Kind, string>> = { bot: "ربات", sms: "پیامک", email: "ایمیل" };

const ADDRESSES: Readonly<Record<Kind, { label: string; hint: string }>> = {
  bot: {
    label: "شناسهٔ گفت‌وگو",
    hint: "عدد گفت‌وگو، یا نام کانال با @. دارندهٔ گفت‌وگو نخست باید در ربات «Start» را بزند.",
  },
  sms: { label: "نام کوتاه کارمند", hint: "به موبایلی می‌رود که میز از این همکار دارد." },
  email: { label: "ایمیل", hint: "یک نفر یا یک گروه." },
};

type Hours = NonNullable<NewChannel["hours"]>;

/** Writes hours as «۸ تا ۱۶». */
export const nameHours = ({ from, until }: Hours): string =>
  `${formatNumber(from)} تا ${formatNumber(until)}`;

/** The hours of a new channel until others are chosen: the first shift of the day. */
const FIRST_SHIFT: Hours = { from: 8, until: 16 };
const hourChoices = (first: number) =>
  Array.from({ length: 24 }, (_, index) => ({
    value: String(first + index),
    content: formatNumber(first + index),
  }));
const FROM = hourChoices(0);
const UNTIL = hourChoices(1);

interface NewAlertChannelProps {
  isOpen: boolean;
  /** True for each kind of channel that this shop can use. */
  kinds: Readonly<Record<Kind, boolean>>;
  onClose: () => void;
}

/** Adds a channel for alerts. */
export function NewAlertChannel({ isOpen, kinds, onClose }: NewAlertChannelProps) {
  return (
    <Modal isOpen={isOpen} title="راه هشدار تازه" onClose={onClose}>
      <Form kinds={kinds} onClose={onClose} />
    </Modal>
  );
}

function Form({ kinds, onClose }: Omit<NewAlertChannelProps, "isOpen">) {
  const offered = (Object.keys(KINDS) as Kind[]).filter((kind) => kinds[kind]);
  const [kind, setKind] = useTyped<Kind>("new-alert kind", offered[0] ?? "sms");
  const [wants, setWants] = useTyped<NewChannel["wants"]>("new-alert wants", "all");
  const [hours, setHours] = useTyped<Hours | null>("new-alert hours", null);
  const { form, isSending, problem, field } = useFields({
    form: "new-alert-channel",
    start: { address: "" },
    send: async ({ address }) => {
      const refused = await makeChannel({
        kind,
        address: address.trim(),
        wants,
        hours: wants === "all" ? hours : null,
      });
      if (refused !== null) return messagesOf(refused);
      onClose();
      return {};
    },
  });
  return (
    <form {...form} className="flex flex-col gap-4">
      {problem !== "" && <ErrorBox message={problem} />}
      <Select
        label="چگونه؟"
        choices={offered.map((value) => ({ value, content: KINDS[value] }))}
        value={kind}
        placeholder=""
        onChange={(value) => setKind(value as Kind)}
      />
      <TextField label={ADDRESSES[kind].label} dir="ltr" autoComplete="off" {...field("address")} />
      <p className="hint">{ADDRESSES[kind].hint}</p>
      <Select
        label="چه هشداری؟"
        choices={[
          { value: "all", content: "همه" },
          { value: "urgent", content: "تنها فوری‌ها: پول، درگاه، قول نزدیک به پایان" },
        ]}
        value={wants}
        placeholder=""
        onChange={(value) => setWants(value as NewChannel["wants"])}
      />
      {wants === "all" && (
        <Select
          label="چه ساعت‌هایی؟"
          choices={[
            { value: "any", content: "همیشه، جز نیمه‌شب تا ۸" },
            { value: "shift", content: "در نوبت؛ بیرون از آن تنها فوری‌ها" },
          ]}
          value={hours === null ? "any" : "shift"}
          placeholder=""
          onChange={(value) => setHours(value === "any" ? null : FIRST_SHIFT)}
        />
      )}
      {wants === "all" && hours !== null && (
        <>
          <div className="grid grid-cols-2 gap-3">
            <Select
              label="از ساعت"
              choices={FROM}
              value={String(hours.from)}
              placeholder=""
              onChange={(value) => setHours({ ...hours, from: Number(value) })}
            />
            <Select
              label="تا ساعت"
              choices={UNTIL}
              value={String(hours.until)}
              placeholder=""
              onChange={(value) => setHours({ ...hours, until: Number(value) })}
            />
          </div>
          <p className="hint">
            آنچه بیرون از نوبت پیش بیاید و هنوز باشد، در آغاز نوبت یک‌جا گفته می‌شود.
          </p>
        </>
      )}
      <SubmitButton isSending={isSending} className="button button-decide">
        راه هشدار را بساز
      </SubmitButton>
    </form>
  );
}
