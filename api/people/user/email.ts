import { EMAIL_LINKS_PER_DAY_MAX, EMAIL_LINK_HOURS, userRefusals } from "../../../contract/user.ts";
import { type Refusal, refusals } from "../../../contract/endpoint.ts";
import { tellOfChange } from "../account-event/tell.ts";
import { readTogether, runBatch, readFirst } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { queueEmailTo } from "../../base/outbox.ts";
import { randomId, sha256 } from "../../base/vault.ts";
import { HOUR_MS } from "../../base/time.ts";
import { type Asker, claimFreshCode, findFreshCode } from "../second-code/statements.ts";
import * as statements from "./email-statements.ts";
import { tokenContext } from "./verification-email.ts";

type Requested =
  { kind: "sent" } | { kind: "refused"; refusal: Refusal; retryAfterSeconds?: number };

const LINK_MS = EMAIL_LINK_HOURS * HOUR_MS;

/** Sends a link to the profile's address and invalidates earlier links. */
export async function requestVerification(shop: Shop, userId: string): Promise<Requested> {
  const { db, vault, settings, email: provider, now } = shop;
  const moment = now();
  const state = await readFirst(statements.findEmailState(db, userId));
  if (!state) return { kind: "refused", refusal: refusals.userGone };
  if (state.email === "") return { kind: "refused", refusal: userRefusals.emailMissing };
  if (state.is_email_verified === 1)
    return { kind: "refused", refusal: userRefusals.emailVerified };
  if (provider === null) return { kind: "refused", refusal: refusals.unavailable };
  const limits = {
    perDayMax: EMAIL_LINKS_PER_DAY_MAX,
    perAddressMax: settings.LETTERS_PER_EMAIL_DAY,
  };
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
    statements.claimLinksLeft(db, userId, limits, moment),
    statements.insertLink(db, link, moment),
    queueEmailTo(
      db,
      link.email,
      { id: messageId, userId, template: "email-verification", token: sealed },
      moment,
    ),
  ]);
  if (isWritten) return { kind: "sent" };
  const limit = await readFirst(statements.findLimit(db, userId, limits, moment));
  return {
    kind: "refused",
    refusal: refusals.tooMany,
    retryAfterSeconds: ((limit?.over_at ?? moment) - moment) / 1000,
  };
}

/**
 * Returns the phone of the account whose e-mail a link would confirm; null when the link is not
 * usable.
 */
export async function findAccountOfLink({ db, now }: Shop, token: string): Promise<string | null> {
  const linked = await readFirst(statements.findLinked(db, await sha256(token), now()));
  return linked?.phone ?? null;
}

/**
 * Confirms the e-mail that a link's token belongs to; works once. Returns null on success, else the
 * refusal.
 */
export async function confirmEmail(shop: Shop, token: string): Promise<Refusal | null> {
  const { db, now } = shop;
  const tokenHash = await sha256(token);
  const moment = now();
  const [[linked], twins] = await readTogether(db, [
    statements.findLinked(db, tokenHash, moment),
    statements.findOlderTwins(db, tokenHash),
  ]);
  if (!linked) return userRefusals.badEmailToken;
  const isConfirmed = await runBatch(db, [
    ...statements.confirm(db, tokenHash, moment),
    ...tellOfChange(shop, linked.user_id, "email_confirmed"),
    ...twins.flatMap(({ id }) => tellOfChange(shop, id, "email_taken_over")),
  ]);
  if (isConfirmed) return null;
  const isTaken = await statements.findTwin(db, tokenHash, moment).first();
  return isTaken ? userRefusals.emailTaken : userRefusals.badEmailToken;
}

/**
 * Replaces or removes an e-mail for a person who entered a second code just now. Returns null on
 * success, otherwise the refusal.
 */
export async function replaceEmail(
  shop: Shop,
  { userId, tokenHash }: Asker,
  email: string,
): Promise<Refusal | null> {
  const { db, now } = shop;
  const [[state], [fresh]] = await readTogether(db, [
    statements.findEmailState(db, userId),
    findFreshCode(db, tokenHash, now()),
  ]);
  if (!state) return refusals.userGone;
  if (!fresh) return refusals.secondCodeNeeded;
  if (state.email === email) return null;
  const isSet = await runBatch(db, [
    claimFreshCode(db, tokenHash, now()),
    statements.claimEmailIs(db, userId, state.email),
    statements.setEmail(db, userId, email),
    ...tellOfChange(shop, userId, email === "" ? "email_removed" : "email_changed"),
  ]);
  return isSet ? null : userRefusals.emailChanged;
}
