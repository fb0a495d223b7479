import { atom } from "nanostores";
import type {
  getProfile,
  replaceEmail,
  requestEmailVerification as requestCall,
  updateProfile,
  User,
} from "../../contract/user.ts";
import type { signOutEverywhere as signOutCall } from "../../contract/sign-in.ts";
import { call, loadedOf, type Refused } from "./call.ts";
import type { Loaded } from "./loaded.ts";
import { type Messages, messagesOf } from "./messages.ts";
import { notify } from "./notice.ts";
import { plainCharacters } from "../../persian/characters.ts";
import { checkText } from "./text-rule.ts";

export const $user = atom<Loaded<User>>({ state: "loading" });

export const PROFILE_SAVED = "تغییرات با موفقیت ذخیره شد.";

export interface ProfileFields {
  firstName: string;
  lastName: string;
  email: string;
}

export async function loadUser(): Promise<void> {
  const outcome = await call<typeof getProfile>("GET", "/users/profile", { needs: ["user"] });
  $user.set(loadedOf(outcome, ({ user }) => user));
}

export interface ProfileSaving {
  /** The saved profile; null when nothing was saved or it could not be loaded again. */
  kept: User | null;
  /** A sentence for each refused field. */
  messages: Messages;
}

/**
 * Saves the fields that are not empty. A confirmed e-mail address is saved by a separate call,
 * which requires a second code; for that call, an empty field removes the address.
 */
export async function saveProfile(
  fields: ProfileFields,
  wantsCodesByEmail: boolean,
  before: User,
): Promise<ProfileSaving> {
  const isReplaced = before.isEmailVerified && emailOf(fields) !== before.email;
  if (isReplaced) {
    const replaced = await call<typeof replaceEmail>("PUT", "/users/email", {
      body: { email: emailOf(fields) },
    });
    if (!replaced.ok) return { kept: null, messages: refuse(replaced) };
  }
  const email = before.isEmailVerified ? "" : emailOf(fields);
  const typed = Object.entries({ ...fields, email }).map(([name, value]) => [name, value.trim()]);
  const outcome = await call<typeof updateProfile>("PUT", "/users/update", {
    body: {
      ...Object.fromEntries(typed.filter(([, value]) => value !== "")),
      // Codes are sent only to a verified e-mail.
      ...(before.isEmailVerified && !isReplaced && { wantsCodesByEmail }),
    },
  });
  if (!outcome.ok) return { kept: null, messages: refuse(outcome) };
  notify("success", PROFILE_SAVED);
  await loadUser();
  const user = $user.get();
  return { kept: user.state === "ready" ? user.value : null, messages: {} };
}

/** Saves the names alone. Returns a sentence for each refused field, or for the whole form. */
export async function saveNames(names: { firstName: string; lastName: string }): Promise<Messages> {
  const outcome = await call<typeof updateProfile>("PUT", "/users/update", {
    body: { firstName: names.firstName.trim(), lastName: names.lastName.trim() },
  });
  return outcome.ok ? {} : messagesOf(outcome);
}

/** Sends the link that verifies the profile's e-mail. Returns true when it was sent. */
export async function requestEmailVerification(): Promise<boolean> {
  const outcome = await call<typeof requestCall>("POST", "/users/requestemailverfication");
  notify(
    outcome.ok ? "success" : "error",
    outcome.ok ? "ایمیل فعال‌سازی ارسال شد." : outcome.message,
  );
  // It may have been verified on another device meanwhile.
  if (!outcome.ok && outcome.code === "email_verified") await loadUser();
  return outcome.ok;
}

/** Ends every session and goes to /auth. Returns the sentence of a refusal, else "". */
export async function signOutEverywhere(): Promise<string> {
  const outcome = await call<typeof signOutCall>("POST", "/auth/logout-everywhere");
  if (!outcome.ok) return outcome.message;
  location.assign("/auth");
  return "";
}

/** Returns the sentence for a wrong field, else "". Section 5. */
export function checkProfileField(
  name: keyof ProfileFields,
  value: string,
  nameMax: number,
): string {
  if (name === "email")
    return value.trim() === "" || isEmail(emailOf({ email: value }))
      ? ""
      : "لطفا یک ایمیل معتبر وارد کنید";
  const emptyMessage =
    name === "firstName" ? "لطفاً نام خود را وارد کنید." : "لطفاً نام خانوادگی خود را وارد کنید.";
  return checkText(value, emptyMessage, { minimum: 1, maximum: nameMax });
}

const emailOf = ({ email }: { email: string }) => plainCharacters(email);

function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text) && text.length <= 254;
}

function refuse(refusal: Refused): Messages {
  notify("error", refusal.message);
  return refusal.code === "email_locked" ? { email: refusal.message } : refusal.fields;
}
