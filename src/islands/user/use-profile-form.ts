import { useEffect, useState } from "react";
import type { User } from "../../../contract/user.ts";
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

/** Holds the profile as it is typed, and saves it. */
export function useProfileForm(user: User, nameMax: number) {
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
  // The page of an order that waits for the names links to these fields.
  useEffect(() => {
    if (location.hash !== "#name") return;
    const inputs = [...(form.ref.current?.querySelectorAll("input") ?? [])];
    (inputs.find(({ value }) => value === "") ?? inputs[0])?.focus();
  }, [form.ref]);
  return {
    form,
    field,
    isSending,
    wantsCodesByEmail,
    setWantsCodesByEmail,
    changesEmail,
    changeEmail: () => {
      setChangesEmail(true);
      form.ref.current?.querySelector<HTMLElement>("[name=email]")?.focus();
    },
    /** Only the saved e-mail can be confirmed. */
    canActivate: user.email !== "" && !user.isEmailVerified && values.email.trim() === user.email,
  };
}

/** Opens the page that sent the shopper here for the names. Returns false when there is none. */
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
