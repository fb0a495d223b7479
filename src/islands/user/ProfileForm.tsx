import { useEffect, useState } from "react";
import type { User } from "../../../contract/user.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { SubmitButton } from "../../parts/SubmitButton.tsx";
import { TextField } from "../../parts/TextField.tsx";
import { useFields } from "../../parts/use-fields.ts";
import { useTyped } from "../../parts/use-typed.ts";
import { notifyNext } from "../../stores/notice.ts";
import { toReturnPath } from "../../stores/return-path.ts";
import {
  PROFILE_SAVED,
  checkProfileField,
  type ProfileFields,
  saveProfile,
} from "../../stores/user.ts";
import { EmailChange } from "./EmailChange.tsx";
import { NameChange, NameNote } from "./NameChange.tsx";
import { EmailActivation } from "./EmailActivation.tsx";

interface ProfileFormProps {
  user: User;
  nameMax: number;
}

export function ProfileForm({ user, nameMax }: ProfileFormProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [wantsCodesByEmail, setWantsCodesByEmail] = useTyped<boolean>(
    "profile codes",
    user.wantsCodesByEmail,
  );
  const [changesEmail, setChangesEmail] = useState(false);
  const { form, values, field, isSending } = useFields({
    form: "profile",
    start: fieldsOf(user),
    check: (name, value) => checkProfileField(name, value, nameMax),
    send: async (fields, fill) => {
      const { kept, messages } = await saveProfile(fields, wantsCodesByEmail, user);
      if (kept) {
        if (goBack()) return messages;
        setChangesEmail(false);
        // The server does not erase an unconfirmed e-mail, so an emptied field shows it again.
        fill(fieldsOf(kept));
        setWantsCodesByEmail(kept.wantsCodesByEmail);
      }
      return messages;
    },
  });
  // An order leads to the names that it waits for.
  useEffect(() => {
    if (location.hash !== "#name") return;
    const inputs = [...(form.ref.current?.querySelectorAll("input") ?? [])];
    (inputs.find(({ value }) => value === "") ?? inputs[0])?.focus();
  }, [form.ref]);
  // An empty name can still be filled.
  const isProven = user.isVerified && user.firstName !== "" && user.lastName !== "";
  // Only the saved e-mail can be confirmed.
  const canActivate =
    user.email !== "" && !user.isEmailVerified && values.email.trim() === user.email;
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
              <NameNote
                user={user}
                onAsk={() => {
                  setIsAsking(true);
                }}
              />
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
            {canActivate && <EmailActivation />}
            {user.isEmailVerified && (
              <EmailChange
                isOpen={changesEmail}
                onOpen={() => {
                  setChangesEmail(true);
                  form.ref.current?.querySelector<HTMLElement>("[name=email]")?.focus();
                }}
              />
            )}
          </div>
        </div>
        {user.isEmailVerified && (
          <label className="mt-4 flex min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              className="size-5 accent-firouzeh"
              checked={wantsCodesByEmail}
              onChange={(event) => {
                setWantsCodesByEmail(event.target.checked);
              }}
            />
            کدها به ایمیل من هم فرستاده شود
          </label>
        )}
        <SubmitButton isSending={isSending} className="button mt-5 w-full sm:w-auto">
          ذخیرهٔ تغییرات
        </SubmitButton>
      </form>
      {isProven && (
        <NameChange
          isOpen={isAsking}
          nameMax={nameMax}
          onClose={() => {
            setIsAsking(false);
          }}
        />
      )}
    </>
  );
}

/** Returns to the page that led here for the names. True when there is one. */
function goBack(): boolean {
  if (location.hash !== "#name") return false;
  const path = toReturnPath(new URLSearchParams(location.search).get("return"));
  if (path === null) return false;
  notifyNext("success", PROFILE_SAVED);
  location.assign(path);
  return true;
}

function fieldsOf({ firstName, lastName, email }: User): Readonly<ProfileFields> {
  return { firstName, lastName, email };
}
