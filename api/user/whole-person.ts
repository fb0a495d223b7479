import type { DeskPerson } from "../../contract/desk/user.ts";
import { bankOfCard } from "../../persian/banks.ts";
import { maskCardNumber, maskIban } from "../../persian/identifiers.ts";
import { sentenceOf } from "../account-event/sentence.ts";
import { type EventRow, findEvents, mergeEvents } from "../account-event/statements.ts";
import { type BankCardRow, findCards } from "../bank-card/statements.ts";
import { readTogether } from "../base/batch.ts";
import type { Shop } from "../base/context.ts";
import { openNumber } from "../base/open-number.ts";
import { NEWEST } from "../base/page.ts";
import { PERSON, type PersonColumns, showWholePerson } from "../base/person.ts";
import { type OrderRow, findOrders } from "../order/statements.ts";
import { showLines } from "../order/show-order.ts";
import { type InviteeRow, findInvitees } from "../referral/statements.ts";
import { type SessionRow, findSessions } from "../session/statements.ts";
import { showTicket } from "../ticket/show.ts";
import { type TicketRow, findTickets } from "../ticket/statements.ts";
import { showTransaction } from "../transaction/routes.ts";
import { type TransactionRow, findTransactions } from "../transaction/statements.ts";
import { findBalance, shopperAccount } from "../wallet/ledger.ts";

/** Rows of each list on a person's page; each list has a place of its own with the rest. */
const SHOWN = 20;
const CARDS_SHOWN = 50;

interface HeadRow extends PersonColumns {
  email: string;
  created_at: number;
  forgotten_at: number | null;
  orders_count: number;
  tickets_count: number;
  invitees_count: number;
  referral_income_toman: number;
  inviter_id: string | null;
  inviter_name: string | null;
}

interface IdentityRow {
  id: string;
  status: "pending" | "verified" | "rejected";
  card_owner: string;
  rejection_reason: string | null;
  created_at: number;
  decided_at: number | null;
}

interface FreezeRow {
  id: string;
  reason: string;
  frozen_at: number;
  frozen_by: string;
  released_at: number | null;
  released_by: string | null;
  release_reason: string | null;
}

interface AlikeRow extends PersonColumns {
  kinds: string;
}

interface LineRow {
  id: string;
  operator: string;
  verdict: string;
  note: string | null;
  created_at: number;
}

/** Reads all that a person's page shows; null when there is no such person. */
export async function readWholePerson(shop: Shop, id: string): Promise<DeskPerson | null> {
  const { db, vault, now } = shop;
  const moment = now();
  const first = { limit: SHOWN, after: NEWEST };
  const [[head], [wallet], identities, cards, transactions, orders, tickets, sessions, invitees, freezes, alike, lines] =
    await readTogether<
      [
        HeadRow,
        { balance: number },
        IdentityRow,
        BankCardRow,
        TransactionRow,
        OrderRow,
        TicketRow,
        SessionRow,
        InviteeRow,
        FreezeRow,
        AlikeRow,
        LineRow,
      ]
    >(db, [
      findHead(db, id),
      findBalance(db, shopperAccount(id)),
      findIdentities(db, id),
      findCards(db, id, CARDS_SHOWN),
      findTransactions(db, id, first),
      findOrders(db, id, first),
      findTickets(db, id, NEWEST, SHOWN),
      findSessions(db, id, "", moment),
      findInvitees(db, id, first),
      findFreezesOf(db, id),
      findAlike(db, id),
      findLines(db, id),
    ]);
  if (!head) return null;
  const events = await readTogether<EventRow[]>(db, findEvents(db, id, first, moment));
  return {
    person: showWholePerson(head),
    email: head.email,
    joinedAt: toIso(head.created_at),
    forgottenAt: toIsoOrNull(head.forgotten_at),
    counts: {
      orders: head.orders_count,
      tickets: head.tickets_count,
      invitees: head.invitees_count,
    },
    referralIncome: head.referral_income_toman,
    inviter:
      head.inviter_id === null ? null : { id: head.inviter_id, name: head.inviter_name ?? "" },
    balance: wallet?.balance ?? 0,
    identities: identities.map((row) => ({
      id: row.id,
      status: row.status,
      cardOwner: row.card_owner,
      rejectionReason: row.rejection_reason,
      createdAt: toIso(row.created_at),
      decidedAt: toIsoOrNull(row.decided_at),
    })),
    cards: await Promise.all(
      cards.map(async (row) => {
        const number = await openNumber(vault, "bank_card", { id: row.id, sealed: row.number_sealed });
        const iban =
          row.iban_sealed === ""
            ? ""
            : await openNumber(vault, "iban", { id: row.id, sealed: row.iban_sealed });
        return {
          id: row.id,
          cardMasked: number === null ? "" : maskCardNumber(number),
          bank: bankOfCard(number ?? ""),
          owner: row.owner,
          iban: maskIban(iban ?? ""),
          status: row.status,
          isDefault: row.is_default === 1,
          rejectionReason: row.rejection_reason,
        };
      }),
    ),
    transactions: await Promise.all(
      transactions.map((row) => showTransaction(row, vault, moment)),
    ),
    orders: orders.map((row) => ({
      id: row.id,
      number: row.number,
      total: row.total_toman,
      state: row.state,
      paidAt: toIso(row.paid_at),
      ...showLines(row),
    })),
    tickets: tickets.map(showTicket),
    sessions: sessions.map((row) => ({
      device: row.device,
      createdAt: toIso(row.created_at),
      lastUsedAt: toIso(row.last_used_at),
    })),
    events: mergeEvents(events)
      .slice(0, SHOWN)
      .map((row) => ({
        id: row.id,
        kind: row.kind,
        sentence: sentenceOf(row),
        device: row.device,
        happenedAt: toIso(row.happened_at),
      })),
    invitees: invitees.map((row) => ({
      id: row.id,
      name: [row.first_name, row.last_name].filter(Boolean).join(" "),
      joinedAt: toIso(row.created_at),
      purchases: row.purchases_count,
      income: row.income_for_inviter_toman,
    })),
    freezes: freezes.map((row) => ({
      id: row.id,
      reason: row.reason,
      frozenAt: toIso(row.frozen_at),
      frozenBy: row.frozen_by,
      releasedAt: toIsoOrNull(row.released_at),
      releasedBy: row.released_by,
      releaseReason: row.release_reason,
    })),
    alike: alike.map((row) => ({
      person: { ...showWholePerson(row), phone: "" },
      sharedMarks: row.kinds.split(",") as DeskPerson["alike"][number]["sharedMarks"],
    })),
    lines: lines.map((row) => ({
      id: row.id,
      operator: row.operator,
      verdict: row.verdict,
      note: row.note,
      createdAt: toIso(row.created_at),
    })),
  };
}

const toIso = (moment: number) => new Date(moment).toISOString();
const toIsoOrNull = (moment: number | null) => (moment === null ? null : toIso(moment));

function findHead(db: D1Database, id: string): D1PreparedStatement {
  return db
    .prepare(
      `SELECT ${PERSON}, u.email, u.created_at, u.forgotten_at, u.orders_count, u.tickets_count,
         u.invitees_count, u.referral_income_toman, u.inviter_id,
         (SELECT trim(first_name || ' ' || last_name) FROM user WHERE id = u.inviter_id)
           AS inviter_name
       FROM user u WHERE u.id = ?1`,
    )
    .bind(id);
}

function findIdentities(db: D1Database, id: string): D1PreparedStatement {
  return db
    .prepare(
      `SELECT r.id, r.status, r.card_owner, r.rejection_reason, r.created_at, r.decided_at
       FROM user u JOIN identity_request r ON r.user_id = u.id
       WHERE u.id = ?1 ORDER BY r.created_at DESC, r.id DESC LIMIT ?2`,
    )
    .bind(id, SHOWN);
}

/** Finds the freezes that stop or stopped a person, newest first. */
function findFreezesOf(db: D1Database, id: string): D1PreparedStatement {
  return db
    .prepare(
      `SELECT f.id, f.reason, f.frozen_at, f.frozen_by, f.released_at, f.released_by,
         f.release_reason
       FROM freeze_mark m JOIN freeze f ON f.id = m.freeze_id
       WHERE m.kind = 'person' AND m.value = ?1 ORDER BY f.frozen_at DESC, f.id DESC LIMIT ?2`,
    )
    .bind(id, SHOWN);
}

/** Finds people who share marks with a person, with the kinds of these marks. */
function findAlike(db: D1Database, id: string): D1PreparedStatement {
  return db
    .prepare(
      `SELECT ${PERSON}, group_concat(DISTINCT mine.kind) AS kinds
       FROM user me JOIN person_mark mine ON mine.user_id = me.id
       JOIN person_mark theirs ON theirs.kind = mine.kind AND theirs.fingerprint = mine.fingerprint
         AND theirs.user_id <> mine.user_id
       JOIN user u ON u.id = theirs.user_id
       WHERE me.id = ?1 GROUP BY u.id ORDER BY count(*) DESC, u.id LIMIT ?2`,
    )
    .bind(id, SHOWN);
}

/** Finds what operators did and noted about a person, newest first; looks are left to the log. */
function findLines(db: D1Database, id: string): D1PreparedStatement {
  return db
    .prepare(
      `SELECT id, operator, verdict, note, created_at FROM desk_decision
       WHERE subject = 'person' AND subject_id = ?1 AND verdict NOT IN ('viewed', 'found')
       ORDER BY created_at DESC LIMIT ?2`,
    )
    .bind(id, SHOWN);
}
