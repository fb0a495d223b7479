import { useState } from "react";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { Select } from "../../../parts/Select.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useFields } from "../../../parts/use-fields.ts";
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

interface NewAlertChannelProps {
  isOpen: boolean;
  /** Which kinds this shop can send. */
  kinds: Readonly<Record<Kind, boolean>>;
  onClose: () => void;
}

/** Adds a way to alert somebody. */
export function NewAlertChannel({ isOpen, kinds, onClose }: NewAlertChannelProps) {
  return (
    <Modal isOpen={isOpen} title="راه هشدار تازه" onClose={onClose}>
      <Form kinds={kinds} onClose={onClose} />
    </Modal>
  );
}

function Form({ kinds, onClose }: Omit<NewAlertChannelProps, "isOpen">) {
  const offered = (Object.keys(KINDS) as Kind[]).filter((kind) => kinds[kind]);
  const [kind, setKind] = useState<Kind>(offered[0] ?? "sms");
  const [wants, setWants] = useState<NewChannel["wants"]>("all");
  const { form, isSending, problem, field } = useFields(
    { address: "" },
    () => "",
    async ({ address }) => {
      const refused = await makeChannel({ kind, address: address.trim(), wants });
      if (refused !== null) return messagesOf(refused);
      onClose();
      return {};
    },
  );
  return (
    <form {...form} className="flex flex-col gap-4">
      {problem !== "" && <ErrorBox message={problem} />}
      <Select
        label="چگونه؟"
        choices={offered.map((value) => ({ value, content: KINDS[value] }))}
        value={kind}
        placeholder=""
        onChange={(value) => {
          setKind(value as Kind);
        }}
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
        onChange={(value) => {
          setWants(value as NewChannel["wants"]);
        }}
      />
      <SubmitButton isSending={isSending} className="button button-decide">
        راه هشدار را بساز
      </SubmitButton>
    </form>
  );
}
