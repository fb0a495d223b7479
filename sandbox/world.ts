import { DurableObject } from "cloudflare:workers";
import { type Fault, clearFaults, addFault, takeFault } from "./fault-rows.ts";
import { type Mail, type NewMail, addMail, listMail } from "./mail-rows.ts";
import { type Message, addMessage, listMessages } from "./message-rows.ts";
import * as payments from "./payment-rows.ts";
import type { InquiredPerson } from "./inquiry-rows.ts";
import { FIRST_RATES, Rates } from "./rate-rows.ts";
import * as refunds from "./refund-rows.ts";
import * as wholesale from "./wholesale-rows.ts";

/**
 * The state of the simulated outside world, which survives a restart. Calls run one after another.
 */
export class World extends DurableObject {
  private readonly sql: SqlStorage;

  constructor(context: DurableObjectState, env: Cloudflare.Env) {
    super(context, env);
    this.sql = context.storage.sql;
    this.sql.exec(`
      CREATE TABLE IF NOT EXISTS payment (
        authority TEXT PRIMARY KEY, merchant_id TEXT NOT NULL, amount INTEGER NOT NULL,
        currency TEXT NOT NULL,
        callback_url TEXT NOT NULL, description TEXT NOT NULL, order_id TEXT, card_number TEXT,
        status TEXT NOT NULL DEFAULT 'IN_BANK', paid_with TEXT, ref_id INTEGER UNIQUE,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE IF NOT EXISTS refund (
        id INTEGER PRIMARY KEY, authority TEXT NOT NULL REFERENCES payment,
        amount_rial INTEGER NOT NULL,
        reason TEXT, created_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE IF NOT EXISTS message (
        id INTEGER PRIMARY KEY, phone TEXT NOT NULL, template TEXT NOT NULL, text TEXT NOT NULL,
        code TEXT, sent_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX IF NOT EXISTS message_by_phone ON message (phone, id);
      CREATE TABLE IF NOT EXISTS mail (
        id INTEGER PRIMARY KEY, key TEXT NOT NULL, recipient TEXT NOT NULL, subject TEXT NOT NULL,
        text TEXT NOT NULL,
        html TEXT NOT NULL, words TEXT NOT NULL, sent_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX IF NOT EXISTS mail_by_key ON mail (key);
      CREATE INDEX IF NOT EXISTS mail_by_recipient ON mail (recipient, id);
      CREATE TABLE IF NOT EXISTS fault (
        id INTEGER PRIMARY KEY, provider TEXT NOT NULL, call TEXT NOT NULL, kind TEXT NOT NULL,
        code INTEGER, times INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE IF NOT EXISTS bot_message (
        id INTEGER PRIMARY KEY, chat TEXT NOT NULL, text TEXT NOT NULL
      ) STRICT;
      CREATE TABLE IF NOT EXISTS rates (id INTEGER PRIMARY KEY, rates TEXT NOT NULL) STRICT;
      CREATE TABLE IF NOT EXISTS inquired_person (
        card TEXT PRIMARY KEY, person TEXT NOT NULL
      ) STRICT;
      CREATE TABLE IF NOT EXISTS inquiry (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
      ${wholesale.WHOLESALE_TABLES}
    `);
  }

  openPayment(payment: payments.NewPayment): string {
    return payments.openPayment(this.sql, payment, Date.now());
  }
  openNumberedPayment(payment: payments.NewPayment): number {
    return payments.openNumberedPayment(this.sql, payment, Date.now());
  }
  readPayment(authority: string): payments.Payment | null {
    return payments.readPayment(this.sql, authority);
  }
  pay(authority: string, cardNumber: string | null): payments.BankOutcome {
    return payments.pay(this.sql, authority, cardNumber);
  }
  cancel(authority: string): payments.BankOutcome {
    return payments.cancel(this.sql, authority);
  }
  verify(authority: string, merchantId: string, amount: number): payments.VerifyOutcome {
    return payments.verify(this.sql, authority, merchantId, amount);
  }
  listUnverified(merchantId: string): payments.Payment[] {
    return payments.listUnverified(this.sql, merchantId);
  }
  findSessions(reference: string): refunds.Session[] {
    return refunds.findSessions(this.sql, reference, Date.now());
  }
  readSession(id: string): refunds.Session | null {
    return refunds.readSession(this.sql, id, Date.now());
  }
  addRefund(refund: refunds.NewRefund): refunds.Session | string {
    return refunds.addRefund(this.sql, refund, Date.now());
  }
  addNumberedRefund(authority: string, amountRial: number | null): refunds.Refund | string {
    return refunds.addNumberedRefund(this.sql, authority, amountRial, Date.now());
  }
  listPayments(): payments.Payment[] {
    return payments.listPayments(this.sql);
  }
  listRefunds(authority: string | null): refunds.Refund[] {
    return refunds.listRefunds(this.sql, authority, Date.now());
  }
  readAccount(): number {
    return wholesale.readAccount(this.sql);
  }
  setAccount(cents: number): void {
    wholesale.setAccount(this.sql, cents);
  }
  isIdentifierUsed(identifier: string): boolean {
    return wholesale.isIdentifierUsed(this.sql, identifier);
  }
  addSale(sale: wholesale.NewSale): wholesale.Sale | null {
    return wholesale.addSale(this.sql, sale, Date.now());
  }
  listSales(identifier: string | null): wholesale.Sale[] {
    return wholesale.listSales(this.sql, identifier);
  }
  askForSale(id: number): wholesale.Sale | null {
    return wholesale.askForSale(this.sql, id);
  }
  addMessage(message: Omit<Message, "id" | "sentAt">): number {
    return addMessage(this.sql, message, Date.now());
  }
  listMessages(phone: string | null): Message[] {
    return listMessages(this.sql, phone);
  }
  addMail(mail: NewMail): string | null {
    return addMail(this.sql, mail, Date.now());
  }
  listMail(to: string | null): Mail[] {
    return listMail(this.sql, to);
  }
  addBotMessage(chat: string, text: string): void {
    this.sql.exec("INSERT INTO bot_message (chat, text) VALUES (?, ?)", chat, text);
  }
  listBotMessages(): { chat: string; text: string }[] {
    return this.sql
      .exec("SELECT chat, text FROM bot_message ORDER BY id DESC LIMIT 100")
      .toArray()
      .map(({ chat, text }) => ({ chat: String(chat), text: String(text) }));
  }
  readRates(): Rates {
    const [row] = this.sql.exec("SELECT rates FROM rates WHERE id = 1").toArray();
    return row ? Rates.parse(JSON.parse(String(row["rates"]))) : FIRST_RATES;
  }
  setRates(changed: Partial<Rates>): Rates {
    const rates = { ...this.readRates(), ...changed };
    this.sql.exec(
      `INSERT INTO rates (id, rates) VALUES (1, ?)
       ON CONFLICT (id) DO UPDATE SET rates = excluded.rates`,
      JSON.stringify(rates),
    );
    return rates;
  }
  addInquiredPerson(person: InquiredPerson): void {
    this.sql.exec(
      `INSERT INTO inquired_person (card, person) VALUES (?, ?)
       ON CONFLICT (card) DO UPDATE SET person = excluded.person`,
      person.cardNumber,
      JSON.stringify(person),
    );
  }
  listInquiredPeople(): InquiredPerson[] {
    return this.sql
      .exec("SELECT person FROM inquired_person ORDER BY rowid")
      .toArray()
      .map(({ person }) => JSON.parse(String(person)) as InquiredPerson);
  }
  countInquiry(body: string): void {
    this.sql.exec("INSERT INTO inquiry (body) VALUES (?)", body);
  }
  listInquiries(): string[] {
    return this.sql
      .exec("SELECT body FROM inquiry ORDER BY id DESC LIMIT 1000")
      .toArray()
      .map(({ body }) => String(body));
  }
  addFault(fault: Fault): void {
    addFault(this.sql, fault);
  }
  takeFault(provider: string, call: string): Fault | null {
    return takeFault(this.sql, provider, call);
  }
  clearFaults(): void {
    clearFaults(this.sql);
  }
}
