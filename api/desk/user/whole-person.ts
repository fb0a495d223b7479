import type { DeskPerson } from "../../../contract/desk/user.ts";
import { bankOfCard } from "../../../persian/banks.ts";
import { actionWords } from "../../../persian/desk-words.ts";
import { maskCardNumber, maskIban } from "../../../persian/identifiers.ts";
import { sentenceOf } from "../../people/account-event/sentence.ts";
import { type EventRow, findEvents, mergeEvents } from "../../people/account-event/statements.ts";
import { type BankCardRow, findCards } from "../../people/bank-card/statements.ts";
import { readTogether } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { openNumber } from "../../base/open-number.ts";
import type { Vault } from "../../base/vault.ts";
import { NEWEST } from "../../base/page.ts";
import type { Operator } from "../../base/operator.ts";
import { showPerson, showWholePerson } from "../../base/person.ts";
import { type OrderRow, findOrders } from "../../buying/order/statements.ts";
import { showLines } from "../../buying/order/show-order.ts";
import type { ProposalRow } from "../proposal/statements.ts";
import { findProposalsAbout } from "../queue/proposal-statements.ts";
import { type InviteeRow, findInvitees } from "../../people/referral/statements.ts";
import { findSessions } from "../../people/session/statements.ts";
import { showTicket } from "../../buying/ticket/show.ts";
import { findTickets } from "../../buying/ticket/statements.ts";
import { showTransaction } from "../../money/transaction/routes.ts";
import { findTransactions } from "../../money/transaction/statements.ts";
import { findBalance, shopperAccount } from "../../money/wallet/ledger.ts";
import * as statements from "./whole-person-statements.ts";
import { SHOWN } from "./whole-person-statements.ts";
import { toIso, toIsoOrNull } from "../../base/time.ts";

const CARDS_SHOWN = 50;

/** Reads all that a person's page shows; null when there is no such person. */
export async function readWholePerson(
  shop: Shop,
  id: string,
  operator: Operator,
): Promise<DeskPerson | null> {
  const { db, vault, now } = shop;
  const moment = now();
  const first = { limit: SHOWN, after: NEWEST };
  const [
    [head],
    [wallet],
    identities,
    cards,
    transactions,
    orders,
    tickets,
    sessions,
    invitees,
    freezes,
    alike,
    lines,
    asked,
  ] = await readTogether(db, [
    statements.findHead(db, id),
    findBalance(db, shopperAccount(id)),
    statements.findIdentities(db, id),
    findCards(db, id, CARDS_SHOWN),
    findTransactions(db, id, first),
    findOrders(db, id, first),
    findTickets(db, id, NEWEST, SHOWN),
    findSessions(db, id, "", moment),
    findInvitees(db, id, first),
    statements.findFreezesOf(db, id),
    statements.findAlike(db, id),
    statements.findLines(db, id),
    findProposalsAbout(db, id, moment),
  ]);
  if (!head) return null;
  const events = await readTogether(db, findEvents(db, id, first, moment));
  return {
    person: showWholePerson(head, operator),
    email: head.email,
    joinedAt: toIso(head.created_at),
    forgottenAt: toIsoOrNull(head.forgotten_at),
    waiting: asked.map(showAsked),
    counts: {
      orders: head.orders_count,
      tickets: head.tickets_count,
      invitees: head.invitees_count,
    },
    referralIncome: head.referral_income_toman,
    inviter:
      head.inviter_id === null ? null : { id: head.inviter_id, name: head.inviter_name ?? "" },
    balance: wallet?.balance ?? 0,
    identities: identities.map(showIdentity),
    cards: await Promise.all(cards.map((row) => showCard(row, vault))),
    transactions: await Promise.all(transactions.map((row) => showTransaction(row, vault, moment))),
    orders: orders.map(showOrder),
    tickets: tickets.map(showTicket),
    sessions: sessions.map((row) => ({
      device: row.device,
      createdAt: toIso(row.created_at),
      lastUsedAt: toIso(row.last_used_at),
    })),
    events: mergeEvents(events).slice(0, SHOWN).map(showEvent),
    invitees: invitees.map(showInvitee),
    freezes: freezes.map(showFreeze),
    alike: alike.map((row) => ({
      person: { ...showPerson(row), phone: "" },
      sharedMarks: row.kinds.split(",") as DeskPerson["alike"][number]["sharedMarks"],
    })),
    lines: lines.map(showLine),
  };
}

const showAsked = (row: ProposalRow): DeskPerson["waiting"][number] => ({
  what: actionWords(row.action),
  askedBy: row.asked_by,
  note: row.note,
  since: toIso(row.created_at),
  until: toIso(row.expires_at),
});

const showIdentity = (row: statements.IdentityRow): DeskPerson["identities"][number] => ({
  id: row.id,
  status: row.status,
  cardOwner: row.card_owner,
  rejectionReason: row.rejection_reason,
  createdAt: toIso(row.created_at),
  decidedAt: toIsoOrNull(row.decided_at),
});

async function showCard(row: BankCardRow, vault: Vault): Promise<DeskPerson["cards"][number]> {
  const { id, number_sealed: sealed, iban_sealed: sealedIban } = row;
  const number = await openNumber(vault, "bank_card", { id, sealed });
  const iban = sealedIban === "" ? "" : await openNumber(vault, "iban", { id, sealed: sealedIban });
  return {
    id,
    cardMasked: number === null ? "" : maskCardNumber(number),
    bank: bankOfCard(number ?? ""),
    owner: row.owner,
    iban: maskIban(iban ?? ""),
    status: row.status,
    isDefault: row.is_default === 1,
    rejectionReason: row.rejection_reason,
  };
}

const showOrder = (row: OrderRow): DeskPerson["orders"][number] => ({
  id: row.id,
  number: row.number,
  total: row.total_toman,
  state: row.state,
  paidAt: toIso(row.paid_at),
  ...showLines(row),
});

const showEvent = (row: EventRow): DeskPerson["events"][number] => ({
  id: row.id,
  kind: row.kind,
  sentence: sentenceOf(row),
  device: row.device,
  happenedAt: toIso(row.happened_at),
});

const showInvitee = (row: InviteeRow): DeskPerson["invitees"][number] => ({
  id: row.id,
  name: [row.first_name, row.last_name].filter(Boolean).join(" "),
  joinedAt: toIso(row.created_at),
  purchases: row.purchases_count,
  income: row.income_for_inviter_toman,
});

const showFreeze = (row: statements.FreezeRow): DeskPerson["freezes"][number] => ({
  id: row.id,
  reason: row.reason,
  frozenAt: toIso(row.frozen_at),
  frozenBy: row.frozen_by,
  releasedAt: toIsoOrNull(row.released_at),
  releasedBy: row.released_by,
  releaseReason: row.release_reason,
});

const showLine = (row: statements.LineRow): DeskPerson["lines"][number] => ({
  id: row.id,
  operator: row.operator,
  verdict: row.verdict,
  note: row.note,
  createdAt: toIso(row.created_at),
});
