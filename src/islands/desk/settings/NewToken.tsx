import { useState } from "react";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { Select } from "../../../parts/Select.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useFields } from "../../../parts/use-fields.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import type { Area } from "../../../stores/desk/operator.ts";
import { type Token, makeOwnToken } from "../../../stores/desk/token.ts";
import { messagesOf } from "../../../stores/messages.ts";
import { AreaChoice, type AreaChoices } from "./AreaChoice.tsx";
import { ShownOnce } from "./ShownOnce.tsx";

type Role = NonNullable<Token["role"]>;

interface NewTokenProps {
  isOpen: boolean;
  roleNames: Readonly<Record<Role, string>>;
  roles: readonly Role[];
  areas: AreaChoices;
  onClose: () => void;
}

/** Makes a token for a program, and shows it only once. */
export function NewToken({ isOpen, onClose, ...form }: NewTokenProps) {
  return (
    <Modal isOpen={isOpen} title="نشان تازه" onClose={onClose}>
      <Form {...form} onClose={onClose} />
    </Modal>
  );
}

function Form({ roleNames, roles, areas: choices, onClose }: Omit<NewTokenProps, "isOpen">) {
  const [role, setRole] = useTyped<Role>("new-token role", "viewer");
  const [areas, setAreas] = useTyped<readonly Area[] | null>("new-token areas", null);
  const [token, setToken] = useState("");
  const { form, isSending, problem, field } = useFields({
    form: "new-token",
    start: { label: "", days: "90" },
    send: async ({ label, days }) => {
      const outcome = await makeOwnToken({
        label,
        role,
        days,
        ...(areas && { areas: [...areas] }),
      });
      if (!outcome.ok) return messagesOf(outcome);
      setToken(outcome.value.token);
      return {};
    },
  });
  if (token !== "")
    return (
      <ShownOnce secret={token} copyLabel="کپی نشان" onClose={onClose}>
        این نشان تنها همین یک بار نشان داده می‌شود. آن را همین حالا به برنامه بدهید.
      </ShownOnce>
    );
  return (
    <form {...form} className="flex flex-col gap-4">
      {problem !== "" && <ErrorBox message={problem} />}
      <TextField label="برای چه برنامه‌ای؟" dir="auto" {...field("label")} />
      <Select
        label="بیشترین نقش آن"
        choices={roles.map((value) => ({ value, content: roleNames[value] }))}
        value={role}
        placeholder=""
        onChange={(value) => {
          setRole(value as Role);
          setAreas(null);
        }}
      />
      <AreaChoice role={role} choices={choices} chosen={areas} onChoose={setAreas} />
      <TextField label="چند روز کار کند؟" dir="ltr" {...field("days")} />
      <SubmitButton isSending={isSending} className="button button-decide">
        نشان را بساز
      </SubmitButton>
    </form>
  );
}
