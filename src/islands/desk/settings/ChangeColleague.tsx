import { useState } from "react";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { Select } from "../../../parts/Select.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { type Colleague, type Role, changeColleague } from "../../../stores/desk/operator.ts";
import { notify } from "../../../stores/notice.ts";

interface ChangeProps {
  row: Colleague;
  roleNames: Readonly<Record<Role, string>>;
}

/** Changes the role of somebody, and the address under which Cloudflare Access knows them. */
export function ChangeColleague({ row, roleNames }: ChangeProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => {
    setIsOpen(false);
  };
  return (
    <>
      <button
        type="button"
        className="button-quiet button-small"
        aria-label={`ویرایش ${row.name}`}
        onClick={() => {
          setIsOpen(true);
        }}
      >
        ویرایش
      </button>
      <Modal isOpen={isOpen} title="نقش و ایمیل" about={row.name} onClose={close}>
        <Form row={row} roleNames={roleNames} onDone={close} />
      </Modal>
    </>
  );
}

function Form({ row, roleNames, onDone }: ChangeProps & { onDone: () => void }) {
  const [role, setRole] = useState<Role>(row.role);
  const [email, setEmail] = useState(row.email ?? "");
  const [problem, setProblem] = useState("");
  const [isSending, setIsSending] = useState(false);
  const submit = async () => {
    setIsSending(true);
    const { isDone, message } = await changeColleague(row, role, email);
    setIsSending(false);
    if (!isDone) {
      setProblem(message);
      return;
    }
    if (message !== "") notify("success", message);
    onDone();
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {problem !== "" && <ErrorBox message={problem} />}
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
        }}
      />
      <p className="hint">بالا بردن به مالی یا مالک پس از تأیید نفر دوم انجام می‌شود.</p>
      <TextField
        label="ایمیل در Cloudflare Access (دلخواه)"
        name="email"
        type="email"
        dir="ltr"
        value={email}
        message=""
        onChange={setEmail}
      />
      <SubmitButton isSending={isSending} className="button button-decide">
        ذخیره
      </SubmitButton>
    </form>
  );
}
