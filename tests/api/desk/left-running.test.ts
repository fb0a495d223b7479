import { expect, test } from "vitest";
import { makeAlertChannel } from "../../../contract/desk/alert.ts";
import {
  changeEmail,
  changeRole,
  endOperator,
  getMe,
  inviteAgain,
  inviteOperator,
  acceptInvitation,
} from "../../../contract/desk/operator.ts";
import { makeToken } from "../../../contract/desk/token.ts";
import { decideProposal } from "../../../contract/desk/proposal.ts";
import { type TestOperator, newOperator, withDeskToken } from "../../support/operator.ts";
import { useShop } from "../../support/use-shop.ts";
import { HOUR } from "../../support/time.ts";

/** Work that runs in an operator's name, and changes of how an operator enters. Section 10.11. */

const shop = useShop({ audit: true });

/**
 * Starts everything that can run in an owner's name. Returns the ids to check whether it still
 * runs.
 */
async function leaveRunning(owner: TestOperator) {
  const product = await shop.newProduct({ priceToman: 100_000 });
  const asked = await owner.ask(changeRole, {
    params: { name: (await newOperator(shop, { role: "support" })).name },
    body: { role: "finance" },
  });
  const program = (await owner.ask(makeToken, { body: { label: "گزارش", role: "owner" } })).body;
  const channel = { kind: "sms", address: owner.name, wants: "all", hours: null } as const;
  await owner.ask(makeAlertChannel, { body: channel });
  const prices = JSON.stringify([
    {
      id: product,
      seenPrice: 100_000,
      seenSale: null,
      seenReward: 0,
      price: 1_000,
      sale: null,
      reward: 0,
      currency: "USD",
      rate: 1,
    },
  ]);
  await shop.put(
    {
      text: `INSERT INTO price_plan (id, operator, reason, prices, publish_at, created_at)
        VALUES ('plan-' || ?1, ?1, 'نرخ', ?2, ?3, 1)`,
      values: [owner.name, prices, Date.now() + HOUR],
    },
    { text: "UPDATE rate SET automatic_by = ?1 WHERE currency = 'USD'", values: [owner.name] },
  );
  return {
    product,
    program: withDeskToken(shop, program.token),
    proposalId: asked.body.proposalId ?? "",
  };
}

const priceOf = async (id: string) =>
  (await shop.sql<{ price_toman: number }>("SELECT price_toman FROM product WHERE id = ?1", id))[0]
    ?.price_toman;

const ENDS = {
  ended: (name: string) => shop.desk(endOperator, { params: { name } }),
  lowered: (name: string) => shop.desk(changeRole, { params: { name }, body: { role: "support" } }),
  "invited anew": (name: string) => shop.desk(inviteAgain, { params: { name } }),
};

test.each(Object.entries(ENDS))("nothing runs for an owner who is %s", async (_, end) => {
  const owner = await newOperator(shop);
  const second = await newOperator(shop);
  const { product, program, proposalId } = await leaveRunning(owner);
  expect((await end(owner.name)).status).toBe(200);
  for (const caller of [owner, program]) expect((await caller.ask(getMe)).status).toBe(401);
  const confirming = { params: { id: proposalId }, body: { status: "confirmed" } } as const;
  expect(await second.ask(decideProposal, confirming)).toMatchObject({ status: 409 });
  await shop.turnClock(2 * HOUR);
  await shop.runJobs("planned prices");
  await shop.turnClock(0);
  expect(await priceOf(product)).toBe(100_000);
  const left = await shop.sql(
    `SELECT (SELECT count(*) FROM alert_channel WHERE address = ?1 AND ended_at IS NULL)
       + (SELECT count(*) FROM rate WHERE automatic_by = ?1) AS count`,
    owner.name,
  );
  expect(left).toEqual([{ count: 0 }]);
});

/** Proposes to raise an operator, and returns the call that confirms it. */
async function raise(asker: TestOperator | null = null) {
  const support = await newOperator(shop, { role: "support" });
  const request = { params: { name: support.name }, body: { role: "finance" } } as const;
  const asked = await (asker ? asker.ask(changeRole, request) : shop.desk(changeRole, request));
  const id = asked.body.proposalId ?? "";
  return {
    support,
    confirm: (by: TestOperator) =>
      by.ask(decideProposal, { params: { id }, body: { status: "confirmed" } }),
  };
}

/** Sells one item: from then on an operator who entered lately cannot be the second person. */
async function sellOne() {
  const shopper = await shop.newShopper({ balanceToman: 100_000 });
  await shopper.buy(await shop.newProduct({ priceToman: 50_000 }));
}

test("an operator counts as new, and gets an SMS, if another changes how they enter", async () => {
  await sellOne();
  const [owner, victim] = [await newOperator(shop), await newOperator(shop, { role: "finance" })];
  const { confirm } = await raise(owner);
  const change = (email: string | null) =>
    owner.ask(changeEmail, { params: { name: victim.name }, body: { email } });
  expect((await change("owner@shop.example")).status).toBe(200);
  expect(await confirm(victim)).toMatchObject({ status: 409, body: { code: "entered_lately" } });
  for (const phone of [owner.phone, victim.phone])
    expect((await shop.sandbox.messages(phone))[0]?.text).toContain(
      `${victim.name}: ایمیل ورود عوض شد`,
    );
  // Owners who change their own address do not count as new.
  const own = { params: { name: owner.name }, body: { email: "own@shop.example" } };
  expect((await owner.ask(changeEmail, own)).status).toBe(200);
  expect((await (await raise()).confirm(owner)).status).toBe(200);
});

test("raising an operator needs two others with the role and different phones", async () => {
  const [asker, second] = [await newOperator(shop), await newOperator(shop)];
  const refused = (code: string) => ({ status: 409, body: { code } });
  const one = await raise(asker);
  await shop.sql("UPDATE operator SET phone = ?1 WHERE name = ?2", asker.phone, second.name);
  expect(await one.confirm(second)).toMatchObject(refused("same_person"));
  await shop.sql("UPDATE operator SET phone = '9300000001' WHERE name = ?1", second.name);
  // As in a database of an earlier version, in which losing a role did not end proposals.
  await shop.sql("UPDATE operator SET role = 'finance' WHERE name = ?1", asker.name);
  expect(await one.confirm(second)).toMatchObject(refused("asker_gone"));
  await shop.sql("UPDATE operator SET role = 'owner', ended_at = 1 WHERE name = ?1", asker.name);
  expect(await one.confirm(second)).toMatchObject(refused("asker_gone"));
  await shop.sql("UPDATE operator SET ended_at = NULL WHERE name = ?1", asker.name);
  await shop.sql("UPDATE operator SET role = 'finance' WHERE name = ?1", one.support.name);
  expect(await one.confirm(one.support)).toMatchObject(refused("about_you"));
  await shop.sql("UPDATE operator SET role = 'support' WHERE name = ?1", one.support.name);
  expect((await one.confirm(second)).status).toBe(200);
  const taken = { name: "twin", role: "viewer", phone: `0${second.phone}` } as const;
  expect(
    await shop.desk(inviteOperator, { body: { ...taken, phone: `0${asker.phone}` } }),
  ).toMatchObject(refused("phone_taken"));
});

test("an operator invited to move money is a viewer until a second person confirms", async () => {
  await sellOne();
  const body = { name: "mehri", role: "finance", phone: "09121112233" } as const;
  const invited = (await shop.desk(inviteOperator, { body })).body;
  const { token } = (
    await withDeskToken(shop).ask(acceptInvitation, { body: { secret: invited.secret } })
  ).body;
  const mehri = withDeskToken(shop, token);
  expect((await mehri.ask(getMe)).body.role).toBe("viewer");
  const second = await newOperator(shop, { role: "finance" });
  const id = invited.proposalId ?? "";
  await second.ask(decideProposal, { params: { id }, body: { status: "confirmed" } });
  expect((await mehri.ask(getMe)).body.role).toBe("finance");
});
