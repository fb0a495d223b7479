import { EMAIL_LINKS_PER_DAY_MAX, EMAIL_LINK_HOURS, userRefusals } from "../../contract/user.ts";
import { type Refusal, refusals } from "../../contract/endpoint.ts";
import { runBatch } from "../base/batch.ts";
import type { Shop } from "../base/context.ts";
import { queueEmailTo } from "../base/outbox.ts";
import { randomId, sha256 } from "../base/vault.ts";
import { HOUR_MS } from "../base/time.ts";
import * as statements from "./email-statements.ts";
import { tokenContext } from "./verification-email.ts";

type Requested =
  { kind: "sent" } | { kind: "refused"; refusal: Refusal; retryAfterSeconds?: number };

const LINK_MS = EMAIL_LINK_HOURS * HOUR_MS;

/** Sends a link to the profile's address and invalidates earlier links. */
export async function requestVerification(shop: Shop, userId: string): Promise<Requested> {
  const { db, vault, email: provider, now } = shop;
  const moment = now();
  const state = await statements.findEmailState(db, userId).first<statements.EmailState>();
  if (!state) return { kind: "refused", refusal: refusals.userGone };
  if (state.email === "") return { kind: "refused", refusal: userRefusals.emailMissing };
  if (state.is_email_verified === 1)
    return { kind: "refused", refusal: userRefusals.emailVerified };
  if (provider === null) return { kind: "refused", refusal: refusals.unavailable };
  const token = randomId(32);
  const messageId = `verify-email:${randomId()}`;
  const link = {
    tokenHash: await sha256(token),
    userId,
    email: state.email,
    expiresAt: moment + LINK_MS,
  };
  const sealed = await vault.seal(token, tokenContext(messageId));
  const isWritten = await runBatch(db, [
    statements.claimLinksLeft(db, userId, EMAIL_LINKS_PER_DAY_MAX, moment),
    statements.insertLink(db, link, moment),
    queueEmailTo(
      db,
      link.email,
      { id: messageId, userId, template: "email-verification", token: sealed },
      moment,
    ),
  ]);
  if (isWritten) return { kind: "sent" };
  const limit = await statements
    .findLimit(db, userId, EMAIL_LINKS_PER_DAY_MAX, moment)
    .first<{ over_at: number | null }>();
  return {
    kind: "refused",
    refusal: refusals.tooMany,
    retryAfterSeconds: ((limit?.over_at ?? moment) - moment) / 1000,
  };
}

/**
 * Confirms the e-mail that a link's token belongs to; works once. Returns null on success, else the
 * refusal.
 */
export async function confirmEmail({ db, now }: Shop, token: string): Promise<Refusal | null> {
  const tokenHash = await sha256(token);
  const moment = now();
  if (await runBatch(db, statements.confirm(db, tokenHash, moment))) return null;
  const isTaken = await statements.findTwin(db, tokenHash, moment).first();
  return isTaken ? userRefusals.emailTaken : userRefusals.badEmailToken;
}
