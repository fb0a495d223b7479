import { type Payout, payoutRefusals, payoutRowRefusals } from "../../../contract/desk/payout.ts";
import type { Refusal } from "../../../contract/endpoint.ts";
import { bankName } from "../../../persian/bank-name.ts";
import { readTogether, runBatch } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import { openNumber } from "../../base/open-number.ts";
import type { Operator } from "../../base/operator.ts";
import { propose } from "../proposal/propose.ts";
import type { SealedCard } from "../../money/withdrawal/decide-statements.ts";
import { isOwnersCard, refuseHand } from "../withdrawal/payout.ts";
import { formats } from "./formats/all.ts";
import {
  type FileRow,
  type Payer,
  RIAL_PER_TOMAN,
  numberOfFile,
  trackingOf,
} from "./formats/format.ts";
import * as making from "./making-statements.ts";
import { PAYOUT_FILE } from "./statements.ts";

/** The most attempts at a file. An attempt fails if another file takes the number meanwhile. */
const ATTEMPTS = 4;

export interface PayoutRequest {
  withdrawalIds: readonly string[];
  format: Payout["format"];
}

/** The result for one withdrawal of a file: its payment, or why it cannot be in the file. */
export interface PlannedRow {
  withdrawalId: string;
  row: making.CandidateRow | undefined;
  file: Pick<FileRow, "cardNumber" | "iban" | "owner"> | null;
  refusal: Refusal | null;
}

export interface Plan {
  planned: PlannedRow[];
  number: number;
  needsSecond: boolean;
  payer: Payer | null;
}

/** Reads withdrawals without changing them, and returns what a file of them would contain. */
export async function planPayout(
  shop: Shop,
  { withdrawalIds, format }: PayoutRequest,
  operator: string,
  now: number,
): Promise<Plan> {
  const { db, settings } = shop;
  const [found, [before]] = await readTogether(db, [
    making.findCandidates(db, JSON.stringify(withdrawalIds), now),
    making.readBefore(db, operator, now),
  ]);
  const rows = new Map(found.map((row) => [row.id, row]));
  const planned = await Promise.all(
    withdrawalIds.map(async (withdrawalId): Promise<PlannedRow> => {
      const row = rows.get(withdrawalId);
      const file = row ? await openDestination(shop, row) : null;
      const refusal = row
        ? refuseRow(row, file, { format, operator, now, maxToman: settings.PAYA_MAX_TOMAN })
        : payoutRowRefusals.notFound;
      return { withdrawalId, row, file, refusal };
    }),
  );
  const ready = planned.flatMap(({ row, refusal }) => (row && !refusal ? [row] : []));
  const sums = new Map<string, number>();
  for (const row of ready)
    sums.set(row.user_id, (sums.get(row.user_id) ?? row.person_toman) + row.amount_toman);
  const total = ready.reduce((sum, row) => sum + row.amount_toman, 0);
  return {
    planned,
    number: before?.number ?? 1,
    needsSecond:
      [...sums.values()].some((toman) => toman > settings.PAYOUT_ALONE_TOMAN) ||
      (before?.toman ?? 0) + total > settings.PAYOUTS_ALONE_DAY_TOMAN,
    payer: payerOf(shop),
  };
}

/** Makes the file if every withdrawal can be in it. Returns its id, or the refusal. */
export async function makePayout(
  shop: Shop,
  requested: PayoutRequest,
  operator: Operator,
): Promise<{ id: string; proposalId: string | null } | { refusal: Refusal }> {
  const { db, vault, settings } = shop;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const now = shop.now();
    const plan = await planPayout(shop, requested, operator.name, now);
    if (formats[requested.format].needsPayer && !plan.payer)
      return { refusal: payoutRefusals.payerUnknown };
    const rows = plan.planned.flatMap(({ row, refusal }) => (row && !refusal ? [row] : []));
    if (rows.length < plan.planned.length) return { refusal: payoutRefusals.notReady };
    const id = crypto.randomUUID();
    const file = writeFile({ ...requested, ...plan, madeAt: now }, plan.planned);
    const fingerprint = await vault.fingerprint(FILE_PURPOSE, file.text);
    const limits = {
      personToman: settings.PAYOUT_ALONE_TOMAN,
      dayToman: settings.PAYOUTS_ALONE_DAY_TOMAN,
    };
    const proposal = plan.needsSecond
      ? propose(
          db,
          operator,
          {
            action: PAYOUT_FILE,
            subject: "payout",
            subjectId: id,
            details: {
              number: numberOfFile(plan.number),
              rows: rows.length,
              totalToman: rows.reduce((sum, row) => sum + row.amount_toman, 0),
            },
            note: null,
          },
          now,
        )
      : null;
    const isMade = await runBatch(db, [
      ...making.insertPayout(
        db,
        {
          id,
          number: plan.number,
          format: requested.format,
          fingerprint,
          operator: operator.name,
          state: proposal ? "waiting" : "made",
          rows,
        },
        now,
      ),
      ...(proposal
        ? proposal.statements
        : making.claimFileAlone(db, id, operator.name, limits, now)),
      ...rows.map((row) =>
        noteDecision({ db, operator, moment: now }, "withdrawal", row.id, "in_file", {
          note: numberOfFile(plan.number),
        }),
      ),
    ]);
    if (isMade) return { id, proposalId: proposal?.id ?? null };
  }
  return { refusal: payoutRefusals.notReady };
}

interface Head {
  format: Payout["format"];
  number: number;
  madeAt: number;
  payer: Payer | null;
}

/** Writes a new file. */
const writeFile = (head: Head, rows: readonly Pick<PlannedRow, "row" | "file">[]) =>
  formats[head.format].write(headOf(head), rowsOf(head, rows));

/** Writes a file again in its original form. Returns null when any data in it has changed. */
export async function writeAgain(
  { vault }: Shop,
  head: Head,
  rows: readonly Pick<PlannedRow, "row" | "file">[],
  fingerprint: string,
) {
  const { write, earlier } = formats[head.format];
  for (const writeAs of [write, ...earlier]) {
    const file = writeAs(headOf(head), rowsOf(head, rows));
    if ((await vault.fingerprint(FILE_PURPOSE, file.text)) === fingerprint) return file;
  }
  return null;
}

const FILE_PURPOSE = "bank file";

const headOf = ({ number, madeAt, payer }: Head) => ({
  number: numberOfFile(number),
  madeAt,
  payer,
});

const rowsOf = ({ number }: Head, rows: readonly Pick<PlannedRow, "row" | "file">[]): FileRow[] =>
  rows.flatMap(({ row, file }, index) =>
    row && file
      ? [
          {
            ...file,
            tracking: trackingOf(numberOfFile(number), index + 1),
            amountRial: row.amount_toman * RIAL_PER_TOMAN,
          },
        ]
      : [],
  );

/** The account that pays; null when the settings do not contain it. */
export function payerOf({ settings }: Shop): Payer | null {
  const { PAYOUT_PAYER_NAME: name, PAYOUT_PAYER_IBAN: iban } = settings;
  return name === undefined || iban === undefined ? null : { name: bankName(name), iban };
}

/** The card and IBAN that a withdrawal is paid to; null when a number cannot be decrypted. */
export async function openDestination(
  { vault }: Shop,
  {
    card_id: id,
    card_number_sealed: number,
    iban_sealed: sealed,
    card_owner: owner,
  }: SealedCard & { card_owner: string },
): Promise<Pick<FileRow, "cardNumber" | "iban" | "owner"> | null> {
  const cardNumber = await openNumber(vault, "bank_card", { id, sealed: number });
  const iban = sealed === "" ? "" : await openNumber(vault, "iban", { id, sealed });
  return cardNumber === null || iban === null ? null : { cardNumber, iban, owner: bankName(owner) };
}

function refuseRow(
  row: making.CandidateRow,
  file: Pick<FileRow, "iban"> | null,
  {
    format,
    operator,
    now,
    maxToman,
  }: { format: Payout["format"]; operator: string; now: number; maxToman: number },
): Refusal | null {
  const { in_hand_of: hand } = row;
  // A withdrawal that no operator has in hand is taken in hand when the file is made.
  const refusal = refuseHand({ ...row, in_hand_of: hand ?? operator }, operator, "paid", now);
  if (refusal) return refusal;
  if (row.is_asked === 1) return payoutRowRefusals.alreadyProposed;
  if (!file) return payoutRowRefusals.cardUnreadable;
  // In files, only cards of the proven owner are paid; others are decided one by one.
  if (!isOwnersCard(row)) return payoutRowRefusals.ownerDiffers;
  return formats[format].refuseRow({ iban: file.iban, amountToman: row.amount_toman }, maxToman);
}
