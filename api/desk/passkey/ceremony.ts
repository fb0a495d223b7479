import { readFirst, readAll } from "../../base/batch.ts";
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type RegistrationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { isoBase64URL } from "@simplewebauthn/server/helpers";
import { CHALLENGE_MINUTES } from "../../../contract/desk/passkey.ts";
import type { Shop } from "../../base/context.ts";
import type { Operator } from "../../base/operator.ts";
import { SHOP_NAME } from "../../base/shop-name.ts";
import { MINUTE_MS } from "../../base/time.ts";
import { randomId } from "../../base/vault.ts";
import * as statements from "./statements.ts";

/**
 * The two ceremonies of WebAuthn, registering a passkey and showing it, with
 * @simplewebauthn/server. A challenge is deleted before its answer is checked, so it can be
 * answered only once, whether the answer is right or wrong.
 */

/** Passkeys are bound to the host name of the shop's pages. */
const hostOf = ({ settings }: Shop) => new URL(settings.PUBLIC_ORIGIN).hostname;
const originOf = ({ settings }: Shop) => new URL(settings.PUBLIC_ORIGIN).origin;

const HANDLE_BYTES = 32;

/**
 * Returns the options for a new passkey. Authenticators that have a passkey of this operator are
 * excluded.
 */
export async function registrationOptions(shop: Shop, { name, tokenId }: Operator) {
  const { db, now } = shop;
  const [known, handle] = await Promise.all([
    statements.findPasskeys(db, name).all<statements.PasskeyRow>(),
    readFirst(statements.takeHandle(db, name, randomId(HANDLE_BYTES))),
  ]);
  const options = await generateRegistrationOptions({
    rpName: SHOP_NAME,
    rpID: hostOf(shop),
    userName: name,
    userDisplayName: name,
    userID: isoBase64URL.toBuffer(handle?.handle ?? ""),
    attestationType: "none",
    excludeCredentials: known.results.map(toDescriptor),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await openChallenge(shop, options.challenge, name, "register", tokenId, now());
  return options;
}

/**
 * Returns the options for showing a passkey: one of the caller's, or any passkey when the caller
 * has not entered yet.
 */
export async function proofOptions(
  shop: Shop,
  name: string,
  purpose: "enter" | "prove",
  tokenId: string | null,
) {
  const { db, now } = shop;
  const known = purpose === "prove" ? await readAll(statements.findPasskeys(db, name)) : [];
  const options = await generateAuthenticationOptions({
    rpID: hostOf(shop),
    allowCredentials: known.map(toDescriptor),
    userVerification: "required",
  });
  await openChallenge(shop, options.challenge, name, purpose, tokenId, now());
  return options;
}

async function openChallenge(
  { db }: Shop,
  challenge: string,
  operator: string,
  purpose: statements.Purpose,
  tokenId: string | null,
  now: number,
): Promise<void> {
  const expiresAt = now + CHALLENGE_MINUTES * MINUTE_MS;
  await statements.insertChallenge(db, { challenge, operator, purpose, tokenId, expiresAt }).run();
}

/** Checks the answer to a registration. Returns the new passkey, or null when it is not accepted. */
export async function checkRegistration(
  shop: Shop,
  { name, tokenId }: Operator,
  response: RegistrationResponseJSON,
) {
  const challenge = challengeIn(response.response.clientDataJSON);
  const { db, now } = shop;
  const taken = await readFirst(
    statements.takeChallenge(db, challenge, "register", tokenId, now()),
  );
  if (taken?.operator !== name) return null;
  const checked = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: originOf(shop),
    expectedRPID: hostOf(shop),
  }).catch(() => null);
  if (!checked?.verified) return null;
  const { credential, aaguid, credentialDeviceType } = checked.registrationInfo;
  return {
    id: credential.id,
    operator: name,
    public_key: isoBase64URL.fromBuffer(credential.publicKey),
    counter: credential.counter,
    transports: JSON.stringify(credential.transports ?? []),
    device_type: credentialDeviceType,
    aaguid,
  };
}

/**
 * Checks that the caller has a passkey. Returns it with its new counter, or null when the challenge
 * is not the caller's or the answer is not accepted.
 */
export async function checkProof(
  shop: Shop,
  response: AuthenticationResponseJSON,
  purpose: "enter" | "prove",
  tokenId: string | null,
) {
  const { db, now } = shop;
  const challenge = challengeIn(response.response.clientDataJSON);
  const taken = await readFirst(statements.takeChallenge(db, challenge, purpose, tokenId, now()));
  const passkey =
    taken && (await readFirst(statements.findPasskey(db, response.id, taken.operator)));
  if (!passkey) return null;
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: originOf(shop),
    expectedRPID: hostOf(shop),
    credential: {
      ...toDescriptor(passkey),
      publicKey: isoBase64URL.toBuffer(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => null);
  return checked?.verified ? { ...passkey, counter: checked.authenticationInfo.newCounter } : null;
}

const toDescriptor = ({ id, transports }: statements.PasskeyRow) => ({
  id,
  transports: JSON.parse(transports) as AuthenticatorTransport[],
});

/**
 * Reads the challenge that an answer names. The signature of the answer is checked against it
 * later.
 */
function challengeIn(clientDataJson: string): string {
  try {
    const data = JSON.parse(isoBase64URL.toUTF8String(clientDataJson)) as { challenge?: unknown };
    return typeof data.challenge === "string" ? data.challenge : "";
  } catch {
    return "";
  }
}
