import { atom } from "nanostores";
import type {
  getProfile,
  requestEmailVerification as requestCall,
  updateProfile,
  User,
} from "../../contract/user.ts";
import type { signOutEverywhere as signOutCall } from "../../contract/sign-in.ts";
import { call, type Refused } from "./call.ts";
import type { Loaded } from "./loaded.ts";
import type { Messages } from "./messages.ts";
import { notify } from "./notice.ts";
import { checkText } from "./text-rule.ts";

export const $user = atom<Loaded<User>>({ state: "loading" });

export interface ProfileFields {
  firstName: string;
  lastName: string;
  email: string;
}

/** Reads the profile. Answers whether it could be read. */
export async function loadUser(): Promise<boolean> {
  const outcome = await call<typeof getProfile>("GET", "/users/profile");
  $user.set(
    outcome.ok
      ? { state: "ready", value: outcome.value.user }
      : { state: "failed", message: outcome.message },
  );
  return outcome.ok;
}

export interface ProfileSaving {
  /** The profile as the shop has it now; null when nothing was saved, or it could not be read. */
  kept: User | null;
  /** For fields that were refused. */
  messages: Messages;
}

/** Saves the fields that hold something. */
export async function saveProfile(
  fields: ProfileFields,
  wantsCodesByEmail: boolean,
  before: User,
): Promise<ProfileSaving> {
  const email = before.isEmailVerified ? "" : fields.email;
  const typed = Object.entries({ ...fields, email }).map(([name, value]) => [name, value.trim()]);
  const outcome = await call<typeof updateProfile>("PUT", "/users/update", {
    body: {
      ...Object.fromEntries(typed.filter(([, value]) => value !== "")),
      // Codes go to nobody's e-mail but one that is known to be theirs.
      ...(before.isEmailVerified && { wantsCodesByEmail }),
    },
  });
  if (!outcome.ok) return { kept: null, messages: refuse(outcome) };
  notify("success", "تغییرات با موفقیت ذخیره شد.");
  await loadUser();
  const user = $user.get();
  return { kept: user.state === "ready" ? user.value : null, messages: {} };
}

/** Has the link sent that confirms the profile's e-mail. Answers whether it was. */
export async function requestEmailVerification(): Promise<boolean> {
  const outcome = await call<typeof requestCall>("POST", "/users/requestemailverfication");
  notify(
    outcome.ok ? "success" : "error",
    outcome.ok ? "ایمیل فعال‌سازی ارسال شد." : outcome.message,
  );
  // It may have been confirmed on another device meanwhile.
  if (!outcome.ok && outcome.code === "email_verified") await loadUser();
  return outcome.ok;
}

/** Ends every session of this shopper and leaves for the sign-in page. Answers with what went wrong, or nothing. */
export async function signOutEverywhere(): Promise<string> {
  const outcome = await call<typeof signOutCall>("POST", "/auth/logout-everywhere");
  if (!outcome.ok) return outcome.message;
  location.assign("/auth");
  return "";
}

/** Section 5: what is wrong with a field, or nothing. */
export function checkProfileField(
  name: keyof ProfileFields,
  value: string,
  nameMax: number,
): string {
  if (name === "email")
    return value.trim() === "" || isEmail(value.trim()) ? "" : "لطفا یک ایمیل معتبر وارد کنید";
  const emptyMessage =
    name === "firstName" ? "لطفاً نام خود را وارد کنید." : "لطفاً نام خانوادگی خود را وارد کنید.";
  return checkText(value, emptyMessage, { minimum: 1, maximum: nameMax });
}

function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text) && text.length <= 254;
}

function refuse(refusal: Refused): Messages {
  notify("error", refusal.message);
  return refusal.code === "email_locked" ? { email: refusal.message } : refusal.fields;
}
