import { atom } from "nanostores";
import type {
  IdentityRequest,
  checkIdentity,
  createIdentityRequest,
  getIdentityRequests,
} from "../../contract/identity.ts";
import { loadBankCards } from "./bank-card.ts";
import { call, loadedOf } from "./call.ts";
import type { Loaded } from "./loaded.ts";
import { type Messages, messagesOf } from "./messages.ts";
import { notify } from "./notice.ts";

export interface IdentityRequests {
  authorizations: readonly IdentityRequest[];
  nextCursor: string | null;
}

export const $identityRequests = atom<Loaded<IdentityRequests>>({ state: "loading" });
/** True while a request is pending or verified. */
export const $hasActiveIdentity = atom<Loaded<boolean>>({ state: "loading" });

/** True when a national code in the form may make an operator's decision unnecessary. */
export const $asksNationalCode = atom(false);

export async function loadIdentityRequests(limit: number): Promise<void> {
  if ($identityRequests.get().state === "failed") $identityRequests.set({ state: "loading" });
  const outcome = await call<typeof getIdentityRequests>("GET", "/authorizes", {
    query: { limit },
    needs: ["authorizations"],
  });
  $identityRequests.set(loadedOf(outcome));
}

/**
 * Asks for the verdict on a pending request. A failure changes nothing, since the page asks again.
 * The cards are loaded first, because an approval verifies one of them.
 */
export async function askForVerdict(): Promise<void> {
  const outcome = await call<typeof getIdentityRequests>("GET", "/authorizes", {
    query: { limit: 1 },
    needs: ["authorizations"],
  });
  if (!outcome.ok) return;
  if (outcome.value.authorizations[0]?.status === "verified") await loadBankCards();
  $identityRequests.set({ state: "ready", value: outcome.value });
}

/** Loads the next page of the list. Returns true when it had any rows. */
export async function loadMoreIdentityRequests(limit: number): Promise<boolean> {
  const before = $identityRequests.get();
  if (before.state !== "ready" || before.value.nextCursor === null) return false;
  const query = { limit, cursor: before.value.nextCursor };
  const outcome = await call<typeof getIdentityRequests>("GET", "/authorizes", {
    query,
    needs: ["authorizations"],
  });
  if (!outcome.ok) {
    notify("error", outcome.message);
    return false;
  }
  const authorizations = [...before.value.authorizations, ...outcome.value.authorizations];
  $identityRequests.set({
    state: "ready",
    value: { authorizations, nextCursor: outcome.value.nextCursor },
  });
  return outcome.value.authorizations.length > 0;
}

export async function loadIdentityStatus(): Promise<void> {
  if ($hasActiveIdentity.get().state === "failed") $hasActiveIdentity.set({ state: "loading" });
  const outcome = await call<typeof checkIdentity>("GET", "/authorizes/status/checkstatus", {
    needs: ["hasActiveAuthorization"],
  });
  if (outcome.ok) $asksNationalCode.set(outcome.value.asksNationalCode);
  $hasActiveIdentity.set(loadedOf(outcome, ({ hasActiveAuthorization }) => hasActiveAuthorization));
}

/** Requests identity verification. Returns a sentence for each refused field. */
export async function requestIdentity(request: {
  IdentificationDocumentImage: string;
  cardNumber: string;
  cardOwner: string;
  firstName: string;
  lastName: string;
  nationalCode?: string;
  birthDate?: string;
}): Promise<Messages> {
  const outcome = await call<typeof createIdentityRequest>("POST", "/authorizes", {
    body: request,
  });
  if (outcome.ok) return {};
  if (outcome.code === "card_used") return { cardNumber: outcome.message };
  return messagesOf(outcome);
}

/** The status labels of section 4.17. */
export const AUTHORIZATION_STATUS_LABELS: Record<IdentityRequest["status"], string> = {
  pending: "در انتظار بررسی",
  verified: "تایید شد",
  rejected: "رد شد",
};
