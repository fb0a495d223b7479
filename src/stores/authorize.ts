import { atom } from "nanostores";
import type { Authorization, checkAuthorization, createAuthorization, getAuthorizations } from "../../contract/authorize.ts";
import { type AnswerOf, call } from "./call.ts";
import type { Loaded } from "./loaded.ts";
import { type Messages, messagesOf } from "./messages.ts";
import { notify } from "./notice.ts";

export interface AuthorizationList {
  authorizations: readonly Authorization[];
  nextCursor: string | null;
}

export const $authorizations = atom<Loaded<AuthorizationList>>({ state: "loading" });
/** Whether a request is pending or verified: then there is nothing to begin. */
export const $hasActiveAuthorization = atom<Loaded<boolean>>({ state: "loading" });

export async function loadAuthorizations(limit: number): Promise<void> {
  if ($authorizations.get().state === "failed") $authorizations.set({ state: "loading" });
  const outcome = await call<AnswerOf<typeof getAuthorizations>>("GET", `/authorizes?limit=${String(limit)}`);
  $authorizations.set(outcome.ok ? { state: "ready", value: outcome.value } : { state: "failed", message: outcome.message });
}

/** Reads on behind what is loaded. Answers whether there is more now. */
export async function loadMoreAuthorizations(limit: number): Promise<boolean> {
  const before = $authorizations.get();
  if (before.state !== "ready" || before.value.nextCursor === null) return false;
  const query = new URLSearchParams({ limit: String(limit), cursor: before.value.nextCursor });
  const outcome = await call<AnswerOf<typeof getAuthorizations>>("GET", `/authorizes?${query.toString()}`);
  if (!outcome.ok) {
    notify("error", outcome.message);
    return false;
  }
  const authorizations = [...before.value.authorizations, ...outcome.value.authorizations];
  $authorizations.set({ state: "ready", value: { authorizations, nextCursor: outcome.value.nextCursor } });
  return outcome.value.authorizations.length > 0;
}

export async function loadAuthorizationStatus(): Promise<void> {
  if ($hasActiveAuthorization.get().state === "failed") $hasActiveAuthorization.set({ state: "loading" });
  const outcome = await call<AnswerOf<typeof checkAuthorization>>("GET", "/authorizes/status/checkstatus");
  $hasActiveAuthorization.set(
    outcome.ok ? { state: "ready", value: outcome.value.hasActiveAuthorization } : { state: "failed", message: outcome.message },
  );
}

/** Asks for identity verification. Answers the sentences of a refusal. */
export async function requestAuthorization(request: {
  IdentificationDocumentImage: string;
  cardNumber: string;
  cardOwner: string;
}): Promise<Messages> {
  const outcome = await call<AnswerOf<typeof createAuthorization>>("POST", "/authorizes", request);
  if (outcome.ok) return {};
  if (outcome.code === "card_used") return { cardNumber: outcome.message };
  return messagesOf(outcome);
}

/** Section 4.17. */
export const AUTHORIZATION_STATUS_LABELS: Record<Authorization["status"], string> = {
  pending: "در انتظار بررسی",
  verified: "تایید شد",
  rejected: "رد شد",
};
