import { useStore } from "@nanostores/react";
import { type FormEvent, useRef, useState } from "react";
import type { User } from "../../../contract/user.ts";
import { Spinner } from "../../parts/Spinner.tsx";
import { TextField } from "../../parts/TextField.tsx";
import { $isSavingProfile, checkProfileField, type ProfileFields, saveProfile } from "../../stores/user.ts";

interface ProfileFormProps {
  user: User;
  nameMax: number;
}

const NAMES = ["firstName", "lastName", "email"] as const;

export function ProfileForm({ user, nameMax }: ProfileFormProps) {
  const { form, isSaving, field, submit } = useProfileForm({ user, nameMax });
  return (
    <form ref={form} noValidate className="card p-5" aria-labelledby="personal-info" onSubmit={(event) => void submit(event)}>
      <h2 id="personal-info" className="mb-4 text-lg">
        اطلاعات شخصی
      </h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="نام" autoComplete="given-name" dir="auto" {...field("firstName")} />
        <TextField label="نام خانوادگی" autoComplete="family-name" dir="auto" {...field("lastName")} />
        <TextField label="شماره موبایل" name="phone" dir="ltr" value={`0${user.username}`} message="" isReadOnly />
        <TextField
          label="ایمیل (اختیاری)"
          type="email"
          autoComplete="email"
          dir="ltr"
          isReadOnly={user.isEmailVerified}
          {...field("email")}
        />
      </div>
      <button
        type="submit"
        className="button mt-5 w-full sm:w-auto"
        disabled={isSaving}
        aria-busy={isSaving}
        // Leaving a field may put a sentence under it, which would move this button away between press and release.
        onMouseDown={(event) => {
          event.preventDefault();
        }}
      >
        {isSaving && <Spinner />}
        ذخیره تغییرات
      </button>
    </form>
  );
}

function useProfileForm({ user, nameMax }: ProfileFormProps) {
  const isSaving = useStore($isSavingProfile);
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState<ProfileFields>({
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
  });
  const [messages, setMessages] = useState<Record<string, string>>({});

  const check = (name: keyof ProfileFields, value: string) => {
    setMessages((before) => ({ ...before, [name]: checkProfileField(name, value, nameMax) ?? "" }));
  };
  const show = (found: Record<string, string>) => {
    setMessages(found);
    const first = NAMES.find((name) => found[name]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    const found = NAMES.map((name) => [name, checkProfileField(name, fields[name], nameMax) ?? ""]);
    show(Object.fromEntries(found) as Record<string, string>);
    if (found.every(([, message]) => message === "")) show(await saveProfile(fields, user));
  };
  const field = (name: keyof ProfileFields) => ({
    name,
    value: fields[name],
    message: messages[name] ?? "",
    onChange: (value: string) => {
      setFields((before) => ({ ...before, [name]: value }));
      // A sentence that only went on leaving the field would move the button away from under the finger.
      if (messages[name]) check(name, value);
    },
    onBlur: () => {
      check(name, fields[name]);
    },
  });
  return { form, isSaving, field, submit };
}
