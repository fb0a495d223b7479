import type { createNameRequest } from "../../contract/name-request.ts";
import { call } from "./call.ts";
import { type Messages, messagesOf } from "./messages.ts";
import { checkText } from "./text-rule.ts";
import { checkProfileField } from "./user.ts";

export interface NameWish {
  firstName: string;
  lastName: string;
  reason: string;
}

const REASON = { minimum: 3, maximum: 500 };

/** Returns the sentence for a wrong field, else "". Section 5. */
export function checkNameRequest(name: keyof NameWish, value: string, nameMax: number): string {
  return name === "reason"
    ? checkText(value, "لطفاً دلیل تغییر نام را بنویسید.", REASON)
    : checkProfileField(name, value, nameMax);
}

/** Asks for other names. Returns a sentence for each refused field, or for the whole form. */
export async function requestNameChange(wish: NameWish): Promise<Messages> {
  const outcome = await call<typeof createNameRequest>("POST", "/users/name-requests", {
    body: wish,
  });
  return outcome.ok ? {} : messagesOf(outcome);
}
