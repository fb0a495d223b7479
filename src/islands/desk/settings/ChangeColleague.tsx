import { useState } from "react";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { Select } from "../../../parts/Select.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import {
  type Area,
  type Colleague,
  type Role,
  changeColleague,
} from "../../../stores/desk/operator.ts";
import { AreaChoice, type AreaChoices } from "./AreaChoice.tsx";

interface ChangeProps {
  row: Colleague;
  roleNames: Readonly<Record<Role, string>>;
  areas: AreaChoices;
}

/**
 * Changes the role of an operator, and the e-mail address by which Cloudflare Access knows them.
 */
export function ChangeColleague({ row, ...choices }: ChangeProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <button
        type="button"
        className="button-quiet button-small"
        aria-label={`ویرایش ${row.name}`}
        onClick={() => setIsOpen(true)}
      >
        ویرایش
      </button>
      <Modal isOpen={isOpen} title="نقش و ایمیل" about={row.name} onClose={close}>
        <Form row={row} {...choices} onDone={close} />
      </Modal>
    </>
  );
}

function Form({ row, roleNames, areas: choices, onDone }: ChangeProps & { onDone: () => void }) {
  const [role, setRole] = useTyped<Role>(`role:${row.name}`, row.role);
  const [areas, setAreas] = useTyped<readonly Area[] | null>(
    `areas:${row.name}`,
    row.isPrepared ? null : row.areas,
  );
  const [email, setEmail] = useTyped<string>(`email:${row.name}`, row.email ?? "");
  const { formOf, messageOf, problem, isSending, send } = useSending(["email"]);
  const submit = async () => {
    if (await send(() => changeColleague(row, { role, areas, email }))) onDone();
  };
  return (
    <form {...formOf(submit)} className="flex flex-col gap-4">
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
          setAreas(null);
        }}
      />
      <AreaChoice role={role} choices={choices} chosen={areas} onChoose={setAreas} />
      <p className="hint">
        بالا بردن به مالی یا مالک، و بخش بیشتر برای آن‌ها، پس از تأیید نفر دوم انجام می‌شود.
      </p>
      <TextField
        label="ایمیل در Cloudflare Access (دلخواه)"
        name="email"
        type="email"
        dir="ltr"
        value={email}
        message={messageOf("email")}
        onChange={setEmail}
      />
      <SubmitButton isSending={isSending} className="button button-decide">
        ذخیره
      </SubmitButton>
    </form>
  );
}
