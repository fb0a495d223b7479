import { readFirst } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { openNumber } from "../../base/open-number.ts";
import { DAY_MS, toIso } from "../../base/time.ts";
import { sealDossier } from "./seal.ts";
import { claimFacts, keepDossier, readFacts } from "./statements.ts";

type Row = Record<string, string | number | null>;
interface Facts {
  bankCards: Row[];
  identityRequests: Row[];
  [section: string]: unknown;
}

/**
 * Returns statements that store a sealed dossier about a person. They run in the batch that then
 * deletes the person's data. Card numbers in the dossier are in full, or null when they cannot be
 * decrypted.
 */
export async function writeDossier(
  { db, vault, settings }: Pick<Shop, "db" | "vault" | "settings">,
  publicKey: string,
  userId: string,
  now: number,
): Promise<D1PreparedStatement[]> {
  const read = await readFirst(readFacts(db, userId));
  const facts = read?.facts ?? "null";
  const { bankCards, identityRequests, ...others } = JSON.parse(facts) as Facts;
  const open = (row: Row, table: "bank_card" | "identity_request" | "iban", sealed: unknown) =>
    typeof sealed === "string" && sealed !== ""
      ? openNumber(vault, table, { id: String(row["id"]), sealed })
      : null;
  const dossier = {
    sealedAt: toIso(now),
    ...others,
    bankCards: await Promise.all(
      bankCards.map(async ({ number_sealed: number, iban_sealed: iban, ...row }) => ({
        ...row,
        cardNumber: await open(row, "bank_card", number),
        iban: await open(row, "iban", iban),
      })),
    ),
    identityRequests: await Promise.all(
      identityRequests.map(async ({ card_number_sealed: number, ...row }) => ({
        ...row,
        cardNumber: await open(row, "identity_request", number),
      })),
    ),
  };
  const sealed = await sealDossier(publicKey, JSON.stringify(dossier));
  return [
    claimFacts(db, userId, facts),
    keepDossier(db, sealed, now + settings.DOSSIER_DAYS * DAY_MS),
  ];
}
