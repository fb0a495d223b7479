import { useState } from "react";
import { toLatinDigits } from "../../../../persian/digits.ts";
import { CopyButton } from "../../../parts/CopyButton.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { Select } from "../../../parts/Select.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { type Token, makeOwnToken } from "../../../stores/desk/token.ts";

type Role = NonNullable<Token["role"]>;

interface NewTokenProps {
  isOpen: boolean;
  roleNames: Readonly<Record<Role, string>>;
  roles: readonly Role[];
  onClose: () => void;
}

/** Makes a token for a program, and shows it this once. */
export function NewToken({ isOpen, onClose, ...form }: NewTokenProps) {
  return (
    <Modal isOpen={isOpen} title="نشان تازه" onClose={onClose}>
      <Form {...form} onClose={onClose} />
    </Modal>
  );
}

function Form({ roleNames, roles, onClose }: Omit<NewTokenProps, "isOpen">) {
  const [label, setLabel] = useState("");
  const [role, setRole] = useState<Role>("viewer");
  const [days, setDays] = useState("90");
  const [fields, setFields] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState("");
  const [isSending, setIsSending] = useState(false);
  const [token, setToken] = useState("");
  const submit = async () => {
    setIsSending(true);
    const outcome = await makeOwnToken({ label, role, days: Number(toLatinDigits(days)) });
    setIsSending(false);
    if (outcome.ok) {
      setToken(outcome.value.token);
      return;
    }
    setFields(outcome.fields);
    setProblem(Object.keys(outcome.fields).length > 0 ? "" : outcome.message);
  };
  if (token !== "")
    return (
      <div role="status" className="flex flex-col gap-4">
        <p>این نشان تنها همین یک بار نشان داده می‌شود. آن را همین حالا به برنامه بدهید.</p>
        <p className="shown-once">
          <bdi dir="ltr" className="code-text">
            {token}
          </bdi>
          <CopyButton text={token} label="کپی نشان" />
        </p>
        <button type="button" className="button button-decide" onClick={onClose}>
          برداشتم
        </button>
      </div>
    );
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
      <TextField
        label="برای چه برنامه‌ای؟"
        name="label"
        dir="auto"
        value={label}
        message={fields["label"] ?? ""}
        onChange={setLabel}
      />
      <Select
        label="بیشترین نقش آن"
        choices={roles.map((value) => ({ value, content: roleNames[value] }))}
        value={role}
        placeholder=""
        onChange={(value) => {
          setRole(value as Role);
        }}
      />
      <TextField
        label="چند روز کار کند؟"
        name="days"
        dir="ltr"
        value={days}
        message={fields["days"] ?? ""}
        onChange={setDays}
      />
      <SubmitButton isSending={isSending} className="button button-decide">
        نشان را بساز
      </SubmitButton>
    </form>
  );
}
