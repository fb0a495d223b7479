import type { User } from "../../../contract/user.ts";
import { SubmitButton } from "../../parts/SubmitButton.tsx";
import { TextField } from "../../parts/TextField.tsx";
import { useFields } from "../../parts/use-fields.ts";
import { checkProfileField, saveProfile } from "../../stores/user.ts";

interface ProfileFormProps {
  user: User;
  nameMax: number;
}

export function ProfileForm({ user, nameMax }: ProfileFormProps) {
  const { form, field, isSending, submit } = useFields(
    { firstName: user.firstName, lastName: user.lastName, email: user.email },
    (name, value) => checkProfileField(name, value, nameMax),
    (fields) => saveProfile(fields, user),
  );
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
      <SubmitButton isSending={isSending} className="button mt-5 w-full sm:w-auto">
        ذخیره تغییرات
      </SubmitButton>
    </form>
  );
}
