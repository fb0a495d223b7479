import type { DeskEndpoint } from "../../../contract/desk/endpoint.ts";
import { decideBankCard } from "../../../contract/desk/bank-card.ts";
import {
  acceptInvitation,
  changeRole,
  getMe,
  inviteOperator,
} from "../../../contract/desk/operator.ts";
import { makeToken } from "../../../contract/desk/token.ts";
import { makeLink } from "../../../contract/desk/session.ts";
import { getImageLink } from "../../../contract/desk/upload.ts";
import { decideProposal } from "../../../contract/desk/proposal.ts";
import type { RequestArguments } from "../../../contract/request.ts";
import type { AnswerTo } from "../../support/shop.ts";
import { deskRequest } from "../../support/wire-request.ts";
import { type Limit, allowsOnly, constant, endsAfter, expectAnswer } from "./limit.ts";
import { type Stage } from "./stage.ts";
import { DAY, HOUR, MINUTE } from "../../support/time.ts";

const OPERATOR = "contract/desk/operator.ts";
const TOKEN = "contract/desk/token.ts";
const SESSION = "contract/desk/session.ts";
/** Makes a call with another token than that of the stage's operator. */
export const askWith = <Call extends DeskEndpoint>(
  { shop }: Stage,
  token: string,
  endpoint: Call,
  ...request: RequestArguments<Call>
) => shop.ask(deskRequest({ deskToken: token }, endpoint, ...request)) as Promise<AnswerTo<Call>>;

let phones = 0;

export async function invite(stage: Stage, name = "sara", role: "support" | "finance" = "support") {
  const body = { name, role, phone: `0912${String(1_000_000 + ++phones)}` };
  return (await stage.desk(inviteOperator, { body })).body.secret;
}

export const accept = (stage: Stage, secret: string) =>
  askWith(stage, "nobody", acceptInvitation, { body: { secret } });

/** Enters in a browser, and returns the token of its session. */
export async function openBrowser(stage: Stage) {
  const { secret } = (await stage.desk(makeLink)).body;
  const request = deskRequest({ deskToken: "nobody" }, acceptInvitation, { body: { secret } });
  const headers = { ...request.headers, "X-Desk-Session": "1" };
  const entered = (await stage.shop.ask({ ...request, headers })) as AnswerTo<
    typeof acceptInvitation
  >;
  return entered.body.token;
}

/** Makes a waiting card whose picture the stage's operator may view. */
async function pictured(stage: Stage) {
  const shopper = await stage.newShopper({ cardStatus: "pending" });
  const { cardId } = shopper;
  const uploadId = (await shopper.upload()).body.imageUrl.split("/").at(-1) ?? "";
  await stage.shop.sql("UPDATE bank_card SET upload_id = ?1 WHERE id = ?2", uploadId, cardId);
  return {
    look: async () => {
      const { url } = (await stage.desk(getImageLink, { params: { uploadId } })).body;
      const request = new Request(`https://shop.internal${url}`);
      await (await stage.shop.fetch(request)).arrayBuffer();
    },
    verify: () =>
      stage.desk(decideBankCard, { params: { id: cardId }, body: { status: "verified" } }),
  };
}

/** Proposes to raise an operator, and returns the call by which a second person confirms it. */
async function proposed(stage: Stage) {
  const second = (await accept(stage, await invite(stage, "raha", "finance"))).body.token;
  await accept(stage, await invite(stage));
  const body = { role: "finance" } as const;
  const { proposalId } = (await stage.desk(changeRole, { params: { name: "sara" }, body })).body;
  return () =>
    askWith(stage, second, decideProposal, {
      params: { id: proposalId ?? "" },
      body: { status: "confirmed" },
    });
}

export const limitsOfOperator: Limit[] = [
  constant(TOKEN, "TOKEN_DAYS", "400", async (stage) => {
    const { token } = (await accept(stage, await invite(stage))).body;
    stage.pass(89 * DAY);
    expectAnswer(await askWith(stage, token, getMe));
    stage.pass(2 * DAY);
    expectAnswer(await askWith(stage, token, getMe), "unknown_operator");
  }),
  constant(TOKEN, "TOKEN_DAYS_MAX", "1000", async (stage) => {
    const make = (days: number) =>
      stage.desk(makeToken, { body: { label: "برنامه", role: "viewer", days } });
    await allowsOnly(make, { inside: 365, beyond: 366 });
  }),
  constant(SESSION, "SESSION_HOURS", "1000", async (stage) => {
    const session = await openBrowser(stage);
    const look = () => askWith(stage, session, getMe);
    for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
      expectAnswer(await look());
      stage.pass(20 * MINUTE);
    }
    expectAnswer(await look(), "unknown_operator");
  }),
  constant(SESSION, "IDLE_MINUTES", "1000", async (stage) => {
    const session = await openBrowser(stage);
    const look = () => askWith(stage, session, getMe);
    stage.pass(29 * MINUTE);
    expectAnswer(await look());
    stage.pass(31 * MINUTE);
    expectAnswer(await look(), "unknown_operator");
  }),
  constant(SESSION, "LINK_HOURS", "1000", async (stage) => {
    const { secret } = (await stage.desk(makeLink)).body;
    stage.pass(13 * HOUR);
    expectAnswer(await accept(stage, secret), "unknown_secret");
  }),
  constant(OPERATOR, "INVITATION_HOURS", "1000", async (stage) => {
    const secret = await invite(stage);
    stage.pass(49 * HOUR);
    expectAnswer(await accept(stage, secret), "unknown_secret");
  }),
  constant(TOKEN, "TOKENS_MAX", "1000", async (stage) => {
    const make = () => stage.desk(makeToken, { body: { label: "برنامه", role: "viewer" } });
    // The operator of the stage already has one token.
    await endsAfter(19, make, "too_many_tokens");
  }),
  constant(OPERATOR, "REFUSED_TOKENS_PER_MINUTE", "1000", async (stage) => {
    const wrong = () => askWith(stage, "a-token-of-nobody-at-all", getMe);
    await endsAfter(20, wrong, "too_many", "unknown_operator");
    stage.pass(MINUTE);
    expectAnswer(await wrong(), "unknown_operator");
  }),
  constant("contract/desk/proposal.ts", "PROPOSAL_DAYS", "1000", async (stage) => {
    const confirm = await proposed(stage);
    stage.pass(7 * DAY + HOUR);
    expectAnswer(await confirm(), "decided");
  }),
  constant("contract/desk/proposal.ts", "SECOND_PERSON_HOURS", "0", async (stage) => {
    // Before the first sale invitations need no second person.
    const confirm = await proposed(stage);
    const shopper = await stage.newShopper({ balanceToman: 100_000 });
    await stage.shop.sql(
      `INSERT INTO orders (id, user_id, cart_version, state, total_toman, wallet_toman,
         gateway_toman, reward_toman, created_at, updated_at, paid_at, number)
       VALUES ('sold', ?1, 1, 'paid', 0, 0, 0, 0, 1, 1, 1, 'sold')`,
      shopper.id,
    );
    stage.pass(23 * HOUR);
    expectAnswer(await confirm(), "entered_lately");
    stage.pass(2 * HOUR);
    expectAnswer(await confirm());
  }),
  constant("contract/desk/endpoint.ts", "VIEW_MINUTES", "1000", async (stage) => {
    const { look, verify } = await pictured(stage);
    await look();
    stage.pass(61 * MINUTE);
    expectAnswer(await verify(), "not_seen");
    await look();
    stage.pass(59 * MINUTE);
    expectAnswer(await verify());
  }),
  constant("contract/desk/endpoint.ts", "VIEW_MS_LEAST", "0", async (stage) => {
    const { look, verify } = await pictured(stage);
    await look();
    stage.pass(1_499);
    expectAnswer(await verify(), "not_seen");
    stage.pass(1);
    expectAnswer(await verify());
  }),
];
