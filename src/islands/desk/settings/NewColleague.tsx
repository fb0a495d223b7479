import { useState } from "react";
import { formatDate } from "../../../../persian/dates.ts";
import { ConfirmModal } from "../../../parts/ConfirmModal.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { Select } from "../../../parts/Select.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useConfirmation } from "../../../parts/use-confirmation.ts";
import { useFields } from "../../../parts/use-fields.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import {
  type Area,
  type Invitation,
  type Role,
  invite,
  inviteAnew,
} from "../../../stores/desk/operator.ts";
import { messagesOf } from "../../../stores/messages.ts";
import { AreaChoice, type AreaChoices } from "./AreaChoice.tsx";
import { ShownOnce } from "./ShownOnce.tsx";

interface NewColleagueProps {
  isOpen: boolean;
  roleNames: Readonly<Record<Role, string>>;
  areas: AreaChoices;
  onClose: () => void;
}

/** Invites somebody to the desk, and shows their link only once. */
export function NewColleague({ isOpen, onClose, ...choices }: NewColleagueProps) {
  return (
    <Modal isOpen={isOpen} title="دعوت کارمند" onClose={onClose}>
      <Form {...choices} onClose={onClose} />
    </Modal>
  );
}

function Form({ roleNames, areas: choices, onClose }: Omit<NewColleagueProps, "isOpen">) {
  const [role, setRole] = useTyped<Role>("new-colleague role", "support");
  const [areas, setAreas] = useTyped<readonly Area[] | null>("new-colleague areas", null);
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const { form, isSending, problem, field } = useFields({
    form: "new-colleague",
    start: { name: "", phone: "" },
    send: async ({ name, phone }) => {
      const outcome = await invite({
        name: name.trim(),
        phone,
        role,
        ...(areas && { areas: [...areas] }),
      });
      if (!outcome.ok) return messagesOf(outcome);
      setInvitation(outcome.value);
      return {};
    },
  });
  if (invitation) return <InvitationLink invitation={invitation} onClose={onClose} />;
  return (
    <form {...form} className="flex flex-col gap-4">
      {problem !== "" && <ErrorBox message={problem} />}
      <TextField
        label="نام کوتاه، با حروف کوچک لاتین"
        dir="ltr"
        autoComplete="off"
        {...field("name")}
      />
      <TextField label="شمارهٔ موبایل" dir="ltr" autoComplete="off" {...field("phone")} />
      <Select
        label="نقش"
        choices={(Object.keys(roleNames) as Role[]).map((value) => ({
          value,
          content: roleNames[value],
        }))}
        value={role}
        placeholder=""
        onChange={(value) => {
          setRole(value as Role);
          setAreas(null);
        }}
      />
      <AreaChoice role={role} choices={choices} chosen={areas} onChoose={setAreas} />
      <p className="hint">هر مالک با پیامک از دعوت باخبر می‌شود.</p>
      <SubmitButton isSending={isSending} className="button button-decide">
        لینک دعوت را بساز
      </SubmitButton>
    </form>
  );
}

/** Gives an operator who lost their access a new link. Opening it ends their earlier access. */
export function InviteAgain({ name }: { name: string }) {
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const { open, modal } = useConfirmation(async () => {
    const outcome = await inviteAnew(name);
    if (!outcome.ok) return outcome.message;
    setInvitation(outcome.value);
    return "";
  });
  const close = () => setInvitation(null);
  return (
    <>
      <button
        type="button"
        className="button-quiet button-small"
        aria-label={`دعوت دوبارهٔ ${name}`}
        onClick={open}
      >
        دعوت دوباره
      </button>
      <ConfirmModal {...modal} title="دعوت دوباره" action="لینک تازه بساز">
        <p>
          وقتی <bdi dir="ltr">{name}</bdi> لینک تازه را باز کند، گذرکلیدها و نشست‌های پیشین او از
          کار می‌افتند. هر مالک با پیامک باخبر می‌شود.
        </p>
      </ConfirmModal>
      <Modal isOpen={invitation !== null} title="لینک دعوت" onClose={close}>
        {invitation && <InvitationLink invitation={invitation} onClose={close} />}
      </Modal>
    </>
  );
}

function InvitationLink({
  invitation: { name, link, message, expiresAt },
  onClose,
}: {
  invitation: Invitation;
  onClose: () => void;
}) {
  return (
    <ShownOnce secret={link} copyLabel="کپی لینک" hint={message} onClose={onClose}>
      <span>{"این لینک را به "}</span>
      <bdi dir="ltr">{name}</bdi>
      <span>{` برسانید. یک بار باز می‌شود، تا ${formatDate(expiresAt)}، و تنها همین یک بار نشان داده می‌شود.`}</span>
    </ShownOnce>
  );
}
