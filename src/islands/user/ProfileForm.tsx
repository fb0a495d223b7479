import { useState } from "react";
import type { User } from "../../../contract/user.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { SubmitButton } from "../../parts/SubmitButton.tsx";
import { TextField } from "../../parts/TextField.tsx";
import { EmailChange } from "./EmailChange.tsx";
import { NameChange, NameNote } from "./NameChange.tsx";
import { EmailActivation } from "./EmailActivation.tsx";
import { useProfileForm } from "./use-profile-form.ts";

interface ProfileFormProps {
  user: User;
  nameMax: number;
}

export function ProfileForm({ user, nameMax }: ProfileFormProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { form, field, isSending, changesEmail, ...profile } = useProfileForm(user, nameMax);
  // While the first or last name is missing, both fields can be edited.
  const isProven = user.isVerified && user.firstName !== "" && user.lastName !== "";
  return (
    <>
      <form {...form} className="card p-5" aria-labelledby="personal-info">
        <h2 id="personal-info" className="mb-4 text-lg">
          اطلاعات شخصی
        </h2>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label="نام"
            autoComplete="given-name"
            dir="auto"
            isReadOnly={isProven}
            {...field("firstName")}
          />
          <TextField
            label="نام خانوادگی"
            autoComplete="family-name"
            dir="auto"
            isReadOnly={isProven}
            {...field("lastName")}
          />
          {isProven && (
            <div className="sm:col-span-2 sm:-mt-2">
              <NameNote user={user} onAsk={() => setIsAsking(true)} />
            </div>
          )}
          <TextField
            label="شمارهٔ موبایل"
            name="phone"
            dir="ltr"
            value={toPersianDigits(`0${user.username}`)}
            message=""
            isReadOnly
          />
          <div>
            <TextField
              label="ایمیل (اختیاری)"
              type="email"
              autoComplete="email"
              dir="ltr"
              isReadOnly={user.isEmailVerified && !changesEmail}
              {...field("email")}
            />
            {profile.canActivate && <EmailActivation />}
            {user.isEmailVerified && (
              <EmailChange isOpen={changesEmail} onOpen={profile.changeEmail} />
            )}
          </div>
        </div>
        {user.isEmailVerified && (
          <label className="mt-4 flex min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              className="size-5 accent-firouzeh"
              checked={profile.wantsCodesByEmail}
              onChange={(event) => profile.setWantsCodesByEmail(event.target.checked)}
            />
            کدها به ایمیل من هم فرستاده شود
          </label>
        )}
        <SubmitButton isSending={isSending} className="button mt-5 w-full sm:w-auto">
          ذخیرهٔ تغییرات
        </SubmitButton>
      </form>
      {isProven && (
        <NameChange isOpen={isAsking} nameMax={nameMax} onClose={() => setIsAsking(false)} />
      )}
    </>
  );
}
