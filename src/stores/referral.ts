import { atom } from "nanostores";
import type { getReferrals, Referral } from "../../contract/referral.ts";
import type { AnswerOf } from "../../contract/request.ts";
import { call } from "./call.ts";
import type { Loaded } from "./loaded.ts";
import { notify } from "./notice.ts";

/** The referral programme; null when the shop has none for this shopper. */
export const $referral = atom<Loaded<Referral | null>>({ state: "loading" });

export async function loadReferral(limit: number): Promise<void> {
  if ($referral.get().state === "failed") $referral.set({ state: "loading" });
  const outcome = await call<typeof getReferrals>("GET", "/referrals", { query: { limit } });
  $referral.set(
    outcome.ok
      ? { state: "ready", value: (outcome.value as Answer).referral ?? null }
      : { state: "failed", message: outcome.message },
  );
}

/** Another backend may leave the programme out. */
type Answer = Partial<AnswerOf<typeof getReferrals>>;

/** Loads the next page of invitees. Returns true when it had any. */
export async function loadMoreInvitees(limit: number): Promise<boolean> {
  const before = $referral.get();
  if (before.state !== "ready" || !before.value?.nextCursor) return false;
  const query = { limit, cursor: before.value.nextCursor };
  const outcome = await call<typeof getReferrals>("GET", "/referrals", { query });
  if (!outcome.ok) {
    notify("error", outcome.message);
    return false;
  }
  const { invitees = [], nextCursor = null } = (outcome.value as Answer).referral ?? {};
  $referral.set({
    state: "ready",
    value: { ...before.value, invitees: [...before.value.invitees, ...invitees], nextCursor },
  });
  return invitees.length > 0;
}

/** The link for friends. Signing up through it counts as invited. */
export function inviteLink(code: string): string {
  return `${location.origin}/auth?ref=${encodeURIComponent(code)}`;
}
