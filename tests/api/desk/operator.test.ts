import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { listDecisions } from "../../../contract/desk/decision.ts";
import { closedBy } from "../../../contract/desk/caller.ts";
import { type Role, isForPeople } from "../../../contract/desk/endpoint.ts";
import { deskEndpoints } from "../../../contract/desk/endpoints.ts";
import { getHealthDetails } from "../../../contract/desk/health.ts";
import {
  INVITATION_HOURS,
  REFUSED_TOKENS_PER_MINUTE,
  acceptInvitation,
  changeRole,
  endOperator,
  enterAsFirstOwner,
  getMe,
  inviteAgain,
  inviteOperator,
  listOperators,
} from "../../../contract/desk/operator.ts";
import { TOKEN_DAYS, endToken, listTokens, makeToken } from "../../../contract/desk/token.ts";
import { decideProposal, listProposals } from "../../../contract/desk/proposal.ts";
import {
  CALLERS,
  anyParams,
  hash,
  linesOf,
  newNetwork,
  newOperator,
  withDeskToken,
} from "../../support/operator.ts";
import { useShop, useSharedShop } from "../../support/use-shop.ts";
import { DAY, HOUR } from "../../support/time.ts";

describe("the first owner", () => {
  const secret = "the-secret-of-the-first-owner";
  const shop = useShop({ shopVars: { DESK_FIRST_OWNER: hash(secret) } });
  const anyone = () => withDeskToken(shop);
  const enter = (given = secret, name = "sara") =>
    anyone().ask(enterAsFirstOwner, { body: { secret: given, name, phone: "09120000001" } });
  const unknown = { status: 401, body: { code: "unknown_secret" } };

  it("enters once with the secret of the settings, and only while there is no owner", async () => {
    expect(await enter()).toMatchObject(unknown);
    await shop.sql("UPDATE operator SET ended_at = 1");
    expect(await enter("another-secret-of-nobody")).toMatchObject(unknown);
    expect(await enter(secret, "local")).toMatchObject({ body: { code: "name_taken" } });
    const answers = await Promise.all([enter(), enter(secret, "raha"), enter(secret, "babak")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    const { token = "", name = "" } = answers.find(({ status }) => status === 200)?.body ?? {};
    expect((await withDeskToken(shop, token).ask(getMe)).body).toMatchObject({
      name,
      role: "owner",
      isPerson: true,
    });
    expect(await linesOf(shop, name)).toMatchObject([
      { subject: "operator", subject_id: name, verdict: "entered", state_after: "owner" },
      { subject: "list", subject_id: "/me" },
    ]);
    // The same secret does not work again, even after this owner's work has ended.
    await shop.sql("UPDATE operator SET ended_at = 1");
    expect(await enter(secret, "mina")).toMatchObject(unknown);
  });
});

describe("operators", () => {
  const shop = useSharedShop();
  const person = (role: Role, options = {}) => newOperator(shop, { role, ...options });
  let invited = 0;
  let phones = 0;
  const newcomer = () => `newcomer-${String(++invited)}`;
  const invite = async (role: Role, name = newcomer()) => {
    const phone = `0912${String(1_000_000 + ++phones)}`;
    const answer = await shop.desk(inviteOperator, { body: { name, role, phone } });
    return { name, phone, answer, secret: answer.body.secret };
  };
  const accept = (secret: string) =>
    withDeskToken(shop).ask(acceptInvitation, { body: { secret } });

  it("are refused each call above their role or beyond their areas, and may make every other", async () => {
    const calls = deskEndpoints.filter(({ role }) => role !== "anyone");
    for (const caller of CALLERS) {
      const { askUntyped } = await newOperator(shop, caller);
      const answers = await Promise.all(
        calls.map(async (call) => {
          const answer = await askUntyped(call, {
            params: anyParams(call),
            ...(call.body && { body: {} }),
          });
          const refusedAs = answer.status === 403 ? answer.body.code : undefined;
          return { call: `${call.method} ${call.path}`, refusedAs };
        }),
      );
      expect(answers).toEqual(
        calls.map((call) => ({
          call: `${call.method} ${call.path}`,
          refusedAs: closedBy(call, caller)?.code,
        })),
      );
    }
  });

  it("have programs that are refused every call for persons only", async () => {
    const program = await person("owner", { program: "owner" });
    const personal = deskEndpoints.filter(isForPeople);
    expect(personal.length).toBeGreaterThan(5);
    for (const call of personal)
      expect(
        await program.askUntyped(call, { params: anyParams(call), ...(call.body && { body: {} }) }),
      ).toMatchObject({ status: 403, body: { code: "person_needed" } });
  });

  it("are invited with a secret that works once and expires, and every owner gets an SMS", async () => {
    const owner = await person("owner");
    const { name, secret, answer } = await invite("support");
    expect(answer.status).toBe(200);
    expect((await shop.sandbox.messages(owner.phone))[0]?.text).toContain(`${name} با نقش support`);
    expect((await invite("support", name)).answer).toMatchObject({ body: { code: "name_taken" } });
    const answers = await Promise.all(Array.from({ length: 6 }, () => accept(secret)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401]);
    const { token } = answers.find(({ status }) => status === 200)?.body ?? {};
    const me = await withDeskToken(shop, token).ask(getMe);
    expect(me.body).toMatchObject({ name, role: "support", isPerson: true });
    const late = await invite("viewer");
    await shop.turnClock((INVITATION_HOURS + 1) * HOUR);
    expect(await accept(late.secret)).toMatchObject({ body: { code: "unknown_secret" } });
    await shop.turnClock(TOKEN_DAYS * DAY + HOUR);
    expect((await withDeskToken(shop, token).ask(getMe)).status).toBe(401);
    await shop.turnClock(0);
  });

  it("are invited again when a token is lost; the old token and the older invitation end", async () => {
    const { name, phone, secret } = await invite("support");
    const old = (await accept(secret)).body.token;
    const again = () => shop.desk(inviteAgain, { params: { name } });
    const [first, second] = [(await again()).body.secret, (await again()).body.secret];
    // The old token ends at once, since it may be stolen.
    expect((await withDeskToken(shop, old).ask(getMe)).status).toBe(401);
    expect((await shop.sandbox.messages(phone.slice(1)))[0]?.text).toContain(name);
    expect((await accept(first)).status).toBe(401);
    expect((await accept(second)).status).toBe(200);
    expect(await shop.desk(inviteAgain, { params: { name: "nobody" } })).toMatchObject({
      status: 404,
    });
  });

  it("make tokens for programs, with at most their own role, and end them", async () => {
    const support = await person("support");
    const make = (role: Role) => support.ask(makeToken, { body: { label: "گزارش شب", role } });
    expect(await make("finance")).toMatchObject({ status: 403, body: { code: "role_too_low" } });
    const { id, token } = (await make("viewer")).body;
    const program = withDeskToken(shop, token);
    expect((await program.ask(getMe)).body).toMatchObject({ role: "viewer", isPerson: false });
    expect((await support.ask(listTokens)).body.tokens.map(({ label }) => label)).toContain(
      "گزارش شب",
    );
    const stranger = await person("finance");
    expect((await stranger.ask(endToken, { params: { id } })).status).toBe(404);
    expect((await support.ask(endToken, { params: { id } })).status).toBe(200);
    expect((await support.ask(endToken, { params: { id } })).status).toBe(404);
    expect((await program.ask(getMe)).status).toBe(401);
    const stored = await shop.sql("SELECT * FROM operator_token WHERE id = ?1", id);
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it("lose their tokens with a lower role, and all access when their work ends", async () => {
    const finance = await person("finance");
    const { token } = (await finance.ask(makeToken, { body: { label: "پرداخت", role: "finance" } }))
      .body;
    const program = withDeskToken(shop, token);
    const params = { name: finance.name };
    expect(
      (await shop.desk(changeRole, { params, body: { role: "viewer" } })).body.proposalId,
    ).toBeNull();
    for (const caller of [finance, program]) expect((await caller.ask(getMe)).status).toBe(401);
    expect((await shop.desk(endOperator, { params })).status).toBe(200);
    const texts = (await shop.sandbox.messages(finance.phone)).map(({ text }) => text);
    expect(texts.join(" ")).toMatch(/دیگر در میز کار نمی‌کند/);
    for (const again of [
      shop.desk(endOperator, { params }),
      shop.desk(inviteAgain, { params }),
      shop.desk(changeRole, { params, body: { role: "support" } }),
    ])
      expect(await again).toMatchObject({ status: 409, body: { code: "operator_ended" } });
    const listed = (await shop.desk(listOperators)).body.operators;
    expect(listed.find(({ name }) => name === finance.name)).toMatchObject({
      endedAt: expect.any(String) as string,
      tokens: [],
    });
  });
});

describe("the last owner", () => {
  const shop = useShop();

  it("stays, even when two owners remove each other or their tokens at the same time", async () => {
    const refused = { status: 409, body: { code: "last_owner" } };
    const local = { params: { name: "local" } };
    expect(await shop.desk(endOperator, local)).toMatchObject(refused);
    expect(await shop.desk(changeRole, { ...local, body: { role: "finance" } })).toMatchObject(
      refused,
    );
    expect(await shop.desk(endToken, { params: { id: "local" } })).toMatchObject(refused);
    for (let round = 0; round < 5; round++) {
      const other = await newOperator(shop);
      const answers = await Promise.all([
        shop.desk(endOperator, { params: { name: other.name } }),
        other.ask(changeRole, { ...local, body: { role: "viewer" } }),
      ]);
      const owners = await shop.sql(
        "SELECT name FROM operator WHERE role = 'owner' AND ended_at IS NULL",
      );
      expect([answers.map(({ status }) => status), owners.length]).toEqual([
        expect.arrayContaining([200]),
        1,
      ]);
      await shop.sql(
        `UPDATE operator SET role = 'owner', ended_at = iif(name = 'local', NULL, 1)
         WHERE name IN ('local', ?1)`,
        other.name,
      );
    }
  });
});

describe("raising a role", () => {
  const shop = useSharedShop();
  const raise = async (role: Role = "finance") => {
    const support = await newOperator(shop, { role: "support" });
    const asked = await shop.desk(changeRole, { params: { name: support.name }, body: { role } });
    return { support, id: asked.body.proposalId ?? "", asked };
  };
  const confirm = { status: "confirmed" } as const;

  it("to finance or owner waits for a second person, who is neither the asker nor a program", async () => {
    const { support, id, asked } = await raise();
    expect(asked.status).toBe(200);
    const me = async () => (await support.ask(getMe)).body.role;
    expect(await me()).toBe("support");
    expect((await shop.desk(listProposals)).body.proposals).toContainEqual(
      expect.objectContaining({ id, action: "raise", askedBy: "local", subjectId: support.name }),
    );
    const again = { params: { name: support.name }, body: { role: "finance" } } as const;
    expect(await shop.desk(changeRole, again)).toMatchObject({
      body: { code: "already_proposed" },
    });
    const decide = { params: { id }, body: confirm };
    expect(await shop.desk(decideProposal, decide)).toMatchObject({
      status: 409,
      body: { code: "own_proposal" },
    });
    const program = await newOperator(shop, { program: "owner" });
    expect(await program.ask(decideProposal, decide)).toMatchObject({ status: 403 });
    const colleague = await newOperator(shop, { role: "support" });
    expect(await colleague.ask(decideProposal, decide)).toMatchObject({ status: 403 });
    expect(await me()).toBe("support");
    const others = [
      await newOperator(shop, { role: "finance" }),
      await newOperator(shop, { role: "owner" }),
    ];
    const answers = await Promise.all(others.map((other) => other.ask(decideProposal, decide)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await me()).toBe("finance");
    expect(
      await shop.sql(
        `SELECT verdict, state_before, state_after FROM desk_decision
         WHERE subject = 'operator' AND subject_id = ?1 ORDER BY rowid`,
        support.name,
      ),
    ).toEqual([
      { verdict: "raise_asked", state_before: null, state_after: null },
      { verdict: "raise_confirmed", state_before: "support", state_after: "finance" },
    ]);
  });

  it("is not confirmed by somebody who entered today, once the shop has sold something", async () => {
    const shopper = await shop.newShopper({ balanceToman: 100_000 });
    const orderId = await shopper.buy(await shop.newProduct({ priceToman: 50_000 }));
    await shop.sql("UPDATE orders SET paid_at = 1 WHERE id = ?1", orderId);
    const { id } = await raise("owner");
    const fresh = await newOperator(shop, { enteredAt: Date.now() });
    const decide = { params: { id }, body: confirm };
    expect(await fresh.ask(decideProposal, decide)).toMatchObject({
      status: 409,
      body: { code: "entered_lately" },
    });
    await shop.turnClock(DAY + HOUR);
    expect((await fresh.ask(decideProposal, decide)).status).toBe(200);
    await shop.turnClock(0);
    // The audit expects this order on the day on which it was paid.
    await shop.sql("UPDATE orders SET paid_at = created_at WHERE id = ?1", orderId);
  });

  it("can be dropped by every operator with the role, and cannot be confirmed once the role has changed", async () => {
    const { support, id } = await raise();
    const [lowered, dropped] = [await raise(), await raise()];
    const other = await newOperator(shop, { role: "finance" });
    const dropping = { params: { id: dropped.id }, body: { status: "dropped" } } as const;
    expect((await other.ask(decideProposal, dropping)).status).toBe(200);
    expect(await other.ask(decideProposal, dropping)).toMatchObject({ body: { code: "decided" } });
    await shop.desk(changeRole, {
      params: { name: lowered.support.name },
      body: { role: "viewer" },
    });
    expect(
      await other.ask(decideProposal, { params: { id: lowered.id }, body: confirm }),
    ).toMatchObject({ status: 409, body: { code: "stale_proposal" } });
    await shop.turnClock(8 * DAY);
    expect(await other.ask(decideProposal, { params: { id }, body: confirm })).toMatchObject({
      body: { code: "decided" },
    });
    // An expired proposal does not prevent a new one.
    const again = { params: { name: support.name }, body: { role: "finance" } } as const;
    expect((await shop.desk(changeRole, again)).status).toBe(200);
    await shop.turnClock(0);
  });
});

describe("a token that is refused", () => {
  const shop = useSharedShop();

  it("is logged with its network, and too many from one network are limited, but valid tokens never", async () => {
    const network = newNetwork();
    const wrong = withDeskToken(shop, "a-token-that-nobody-ever-got", network);
    const right = withDeskToken(shop, shop.deskToken, network);
    for (let count = 0; count < REFUSED_TOKENS_PER_MINUTE; count++)
      expect((await wrong.ask(getHealthDetails)).status).toBe(401);
    const braked = await wrong.ask(getHealthDetails);
    expect([braked.status, braked.headers.has("Retry-After")]).toEqual([429, true]);
    expect((await withDeskToken(shop, undefined, network).ask(getHealthDetails)).status).toBe(401);
    expect((await right.ask(getHealthDetails)).status).toBe(200);
    const guess = { body: { secret: "a-secret-of-no-invitation" } };
    expect((await wrong.ask(acceptInvitation, guess)).status).toBe(429);
    expect((await withDeskToken(shop).ask(acceptInvitation, guess)).status).toBe(401);
    const logged = () => readFileSync(shop.stack.logFile, "utf8");
    const lines = () =>
      logged()
        .split("\n")
        .filter((line) => line.includes(`"${network}"`));
    await expect.poll(() => lines().length).toBe(REFUSED_TOKENS_PER_MINUTE);
    expect(lines()[0]).toContain("unknown_operator");
    expect(logged()).not.toContain("a-token-that-nobody-ever-got");
  });
});

describe("the log", () => {
  // A separate shop, since one call reads at most 500 lines of the log.
  const shop = useShop();

  it("is read by owners, for all operators or one, with sums per day and in pages", async () => {
    const owner = await newOperator(shop);
    await owner.ask(listOperators);
    await owner.ask(listOperators);
    await owner.ask(listTokens);
    const query = { operator: owner.name };
    const whole = (await shop.desk(listDecisions, { query: { ...query, sums: "days" } })).body;
    expect(whole.decisions).toMatchObject([
      { operator: owner.name, subject: "list", subjectId: "/tokens", network: owner.network },
      { operator: owner.name, subject: "list", subjectId: "/operators" },
    ]);
    expect(whole.days).toMatchObject([{ operator: owner.name, verdict: "listed", count: 2 }]);
    const [first] = [(await shop.desk(listDecisions, { query: { ...query, limit: "1" } })).body];
    const second = await shop.desk(listDecisions, {
      query: { ...query, limit: "1", cursor: first.nextCursor ?? "" },
    });
    expect(second.body).toMatchObject({
      decisions: [whole.decisions[1]],
      nextCursor: null,
      days: [],
    });
    const tomorrow = new Date(Date.now() + DAY).toISOString().slice(0, 10);
    const later = await shop.desk(listDecisions, { query: { ...query, since: tomorrow } });
    expect(later.body).toMatchObject({ decisions: [], days: [] });
  });
});
