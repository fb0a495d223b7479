/** Faults and events that a test plans for the sandbox's providers, and messages that it reads. */
export interface FaultPlan {
  provider:
    | "zarinpal"
    | "zibal"
    | "kavenegar"
    | "resend"
    | "nobitex"
    | "wallex"
    | "rates-address"
    | "bot"
    | "reloadly"
    | "zibal-inquiry";
  call:
    | "request"
    | "verify"
    | "unVerified"
    | "inquiry"
    | "session"
    | "refund"
    | "askRefund"
    | "lookup"
    | "send"
    | "rates"
    | "sendMessage"
    | "token"
    | "balance"
    | "price"
    | "order"
    | "find"
    | "codes"
    | "phone"
    | "card"
    | "iban";
  kind:
    | "timeout"
    | "lost_answer"
    | "http_500"
    | "html"
    | "redirect"
    | "huge"
    | "wrong_types"
    | "wrong_amount"
    | "other_shape"
    | "old_state"
    | "code";
  code?: number;
  times?: number;
}

interface SentMessage {
  to: string;
  text: string;
  code: string | null;
  sentAt: string;
}

interface SentMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  link: string | null;
  sentAt: string;
}

interface BankRefund {
  id: number;
  amountRial: number;
  status: "PENDING" | "DONE" | "FAILED";
}

/** A person whom the provider of inquiries knows. */
export interface KnownPerson {
  phone: string;
  nationalCode: string;
  birthDate: string;
  cardNumber: string;
  name: string;
  iban: string;
}

/** The bank's own books. */
export interface GatewayBooks {
  payments: {
    authority: string;
    amountRial: number;
    status: "IN_BANK" | "PAID" | "VERIFIED" | "FAILED" | "REVERSED";
    refId: number | null;
    orderId: string | null;
  }[];
  refunds: (BankRefund & { authority: string })[];
}

/** A sale of the wholesale supplier. */
interface WholesaleSale {
  id: number;
  identifier: string;
  productId: number;
  quantity: number;
  cents: number;
  status: "PROCESSING" | "SUCCESSFUL" | "FAILED" | "REFUNDED";
}

export function createSandbox(url: string) {
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/sandbox${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok && response.status !== 409)
      throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as unknown;
  };
  const messages = async (phone: string) =>
    (await (await fetch(`${url}/sandbox/sms.json?to=${phone}`)).json()) as SentMessage[];
  return {
    /** Makes the next calls of this kind fail. */
    plan: (fault: FaultPlan) => post("/faults.json", fault),
    /** Lists the messages of the shop's bot, newest first. */
    botMessages: async () =>
      (await (await fetch(`${url}/sandbox/bot.json`)).json()) as { chat: string; text: string }[],
    /** Sets the rates of the markets and of the address in RATES_URL, in toman per unit. */
    setRates: (rates: { nobitex?: number; wallex?: number; address?: Record<string, unknown> }) =>
      fetch(`${url}/sandbox/rates.json`, { method: "PUT", body: JSON.stringify(rates) }),
    /** Tells the provider of inquiries about a person, by their card. */
    knows: (person: KnownPerson) =>
      fetch(`${url}/sandbox/inquiry/people.json`, { method: "PUT", body: JSON.stringify(person) }),
    /** Lists the questions to the provider of inquiries, newest first. */
    inquiries: async () =>
      ((await (await fetch(`${url}/sandbox/inquiry/questions.json`)).json()) as string[]).map(
        (body) => JSON.parse(body) as Record<string, string>,
      ),
    clearFaults: () => fetch(`${url}/sandbox/faults.json`, { method: "DELETE" }),
    /** Pays at the bank without returning to the shop. */
    pay: (authority: string, cardNumber?: string) =>
      post("/zarinpal/pay.json", { authority, cardNumber }),
    cancel: (authority: string) => post("/zarinpal/cancel.json", { authority }),
    /** Lists the bank's refunds of a payment, oldest first. */
    refunds: async (authority: string) =>
      (await (
        await fetch(`${url}/sandbox/zarinpal/refunds.json?authority=${authority}`)
      ).json()) as BankRefund[],
    books: async () =>
      (await (await fetch(`${url}/sandbox/zarinpal/ledger.json`)).json()) as GatewayBooks,
    /** Lists the sales of the wholesale supplier to orders with these refs. */
    sales: async (refs: readonly string[]) =>
      (
        (await (await fetch(`${url}/sandbox/reloadly/sales.json`)).json()) as WholesaleSale[]
      ).filter(({ identifier }) => refs.includes(identifier)),
    /** Sets the balance of the account at the wholesale supplier, in cents. */
    setAccount: (cents: number) =>
      fetch(`${url}/sandbox/reloadly/account.json`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ cents }),
      }),
    /** Lists the SMS to a phone, newest first. */
    messages,
    /** Returns the last code that was sent to a phone. */
    codeTo: async (phone: string): Promise<string> => {
      const [message] = await messages(phone);
      if (message?.code == null) throw new Error(`No code was sent to ${phone}.`);
      return message.code;
    },
    /** Lists the e-mails to an address, newest first. */
    mail: async (address: string) =>
      (await (
        await fetch(`${url}/sandbox/mail.json?to=${encodeURIComponent(address)}`)
      ).json()) as SentMail[],
  };
}
