import { useState } from "react";
import type { User } from "../../../contract/user.ts";
import { Confirmation } from "../../parts/Confirmation.tsx";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Modal } from "../../parts/Modal.tsx";
import { SubmitButton } from "../../parts/SubmitButton.tsx";
import { TextField } from "../../parts/TextField.tsx";
import { useFields } from "../../parts/use-fields.ts";
import { checkNameRequest, requestNameChange } from "../../stores/name-request.ts";
import { loadUser } from "../../stores/user.ts";

/** Shown below proven names: why they cannot be edited, and a button to request others. */
export function NameNote({ user: { nameRequest }, onAsk }: { user: User; onAsk: () => void }) {
  const isOpen = nameRequest?.status === "pending";
  return (
    <div className="hint mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-56">
        <span>
          {isOpen
            ? `درخواست تغییر نام به «${nameRequest.firstName} ${nameRequest.lastName}» در دست بررسی است.`
            : "این نام با کارت بانکی شما تأیید شده است."}
        </span>
        {nameRequest?.status === "rejected" && (
          <span className="block">
            درخواست پیشین پذیرفته نشد: <bdi>{nameRequest.rejectionReason}</bdi>
          </span>
        )}
      </p>
      {!isOpen && (
        <button type="button" className="button-quiet" onClick={onAsk}>
          درخواست تغییر نام
        </button>
      )}
    </div>
  );
}

interface NameChangeProps {
  isOpen: boolean;
  nameMax: number;
  onClose: () => void;
}

/** Asks for other names. It is outside the profile's form, because forms cannot be nested. */
export function NameChange({ isOpen, nameMax, onClose }: NameChangeProps) {
  const close = () => {
    onClose();
    void loadUser();
  };
  return (
    <Modal isOpen={isOpen} title="درخواست تغییر نام" onClose={close}>
      <NameChangeForm nameMax={nameMax} onClose={close} />
    </Modal>
  );
}

function NameChangeForm({ nameMax, onClose }: { nameMax: number; onClose: () => void }) {
  const [isDone, setIsDone] = useState(false);
  const { form, problem, isSending, field } = useFields({
    form: "name-change",
    start: { firstName: "", lastName: "", reason: "" },
    check: (name, value) => checkNameRequest(name, value, nameMax),
    send: async (wish) => {
      const refused = await requestNameChange(wish);
      setIsDone(Object.keys(refused).length === 0);
      return refused;
    },
  });
  if (isDone) {
    return (
      <Confirmation title="درخواست تغییر نام ثبت شد." onClose={onClose}>
        <p>آن را بررسی می‌کنیم و نتیجه را پیامک می‌کنیم. تا آن زمان نام شما همان است که بود.</p>
      </Confirmation>
    );
  }
  return (
    <form {...form} className="flex flex-col gap-4">
      <TextField label="نام تازه" autoComplete="off" dir="auto" {...field("firstName")} />
      <TextField label="نام خانوادگی تازه" autoComplete="off" dir="auto" {...field("lastName")} />
      <TextField label="دلیل تغییر" autoComplete="off" dir="auto" {...field("reason")} />
      {problem && <ErrorBox message={problem} />}
      <SubmitButton isSending={isSending} className="button w-full">
        فرستادن درخواست
      </SubmitButton>
    </form>
  );
}
