/** Stands in for Zarinpal and the providers of SMS and e-mail, in this process. */

interface BankPayment {
  amountToman: number;
  isPaid: boolean;
  isVerified: boolean;
  refId: number;
}

export type NearBank = ReturnType<typeof createNearBank>;

export function createNearBank() {
  const origin = "https://bank.example";
  const payments = new Map<string, BankPayment>();
  /** The refunded amounts in rial, by the gateway's session of the payment. */
  const refunds = new Map<string, number>();
  /** The last message: the form of an SMS or the text of an e-mail. */
  let lastPost = "";
  let requests = 0;

  const success = (data: Record<string, unknown>) =>
    Response.json({ data: { code: 100, ...data }, errors: [] });
  const failure = (code: number) =>
    Response.json({ data: [], errors: { code, message: "no", validations: [] } }, { status: 401 });

  function request({ amount }: { amount: number }): Response {
    const number = ++requests;
    const authority = `A${String(number).padStart(35, "0")}`;
    payments.set(authority, {
      amountToman: amount,
      isPaid: false,
      isVerified: false,
      refId: 10_000 + number,
    });
    return success({ authority });
  }

  function verify({ authority, amount }: { authority: string; amount: number }): Response {
    const payment = payments.get(authority);
    if (!payment) return failure(-54);
    if (!payment.isPaid) return failure(-51);
    if (payment.amountToman !== amount) return failure(-50);
    const code = payment.isVerified ? 101 : 100;
    payment.isVerified = true;
    return success({ code, ref_id: payment.refId });
  }

  function listUnverified(): Response {
    const open = [...payments].filter(([, payment]) => payment.isPaid && !payment.isVerified);
    return success({
      authorities: open.map(([authority, { amountToman }]) => ({ authority, amount: amountToman })),
    });
  }

  /**
   * Accepts a refund at once and reports all refunds of its payment as done on the next query. The
   * session of a payment is its reference.
   */
  function refund({
    query,
    variables,
  }: {
    query: string;
    variables: Record<string, unknown>;
  }): Response {
    if (query.startsWith("query Sessions")) {
      const { reference_id: id } = variables;
      const found = [...payments.values()].filter(({ refId }) => String(refId) === id);
      return Response.json({
        data: { resource: found.map(({ amountToman }) => ({ id, amount: amountToman * 10 })) },
      });
    }
    const isNew = query.startsWith("mutation");
    const id = String(isNew ? variables["session_id"] : variables["id"]);
    const refundedRial = (refunds.get(id) ?? 0) + (isNew ? Number(variables["amount"]) : 0);
    refunds.set(id, refundedRial);
    const timeline = { refund_amount: refundedRial, refund_status: isNew ? "PENDING" : "DONE" };
    return Response.json({ data: { resource: { id, timeline } } });
  }

  async function answer(url: string, text: string): Promise<Response> {
    if (url.includes("/verify/lookup.json")) {
      lastPost = text;
      return Response.json({ return: { status: 200 } });
    }
    const body = JSON.parse(text) as never;
    if (url.endsWith("/request.json")) return request(body);
    if (url.endsWith("/verify.json")) return verify(body);
    if (url.endsWith("/unVerified.json")) return listUnverified();
    if (url.endsWith("/graphql/")) return refund(body);
    if (url.endsWith("/emails")) {
      lastPost = (body as { text: string }).text;
      return Response.json({ id: "letter" });
    }
    throw new Error(`No stand-in answers ${url}`);
  }

  return {
    origin,
    lastPost: () => lastPost,
    pay(authority: string): void {
      const payment = payments.get(authority);
      if (payment) payment.isPaid = true;
    },
    fetch: ((input: RequestInfo | URL, init?: RequestInit) =>
      answer(
        input instanceof Request ? input.url : String(input),
        String(init?.body ?? ""),
      )) as typeof fetch,
    forget() {
      payments.clear();
      refunds.clear();
      lastPost = "";
      requests = 0;
    },
  };
}
