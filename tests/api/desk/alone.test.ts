import { expect, test } from "vitest";
import { changeRole, endOperator, getMe } from "../../../contract/desk/operator.ts";
import { decideProposal } from "../../../contract/desk/proposal.ts";
import { newOperator } from "../../support/operator.ts";
import { useShop } from "../../support/use-shop.ts";
import { DAY, HOUR } from "../../support/time.ts";

/** A shopkeeper without colleagues: what needs a second person waits a day. Section 10.12. */

const shop = useShop();

const isAlone = async () => (await shop.desk(getMe)).body.isAlone;
const confirm = (id: string | null) =>
  shop.desk(decideProposal, { params: { id: id ?? "" }, body: { status: "confirmed" } });

test("an owner without colleagues confirms their own proposal a day later, and gets an SMS at once", async () => {
  expect(await isAlone()).toBe(true);
  const support = await newOperator(shop, { role: "support" });
  const raise = { params: { name: support.name }, body: { role: "finance" } } as const;
  const { proposalId } = (await shop.desk(changeRole, raise)).body;
  expect(await confirm(proposalId)).toMatchObject({ status: 409, body: { code: "waits_a_day" } });
  await shop.runJobs("waits");
  await shop.runJobs("waits");
  const [owner] = await shop.sql<{ phone: string }>(
    "SELECT phone FROM operator WHERE name = 'local'",
  );
  const texts = (await shop.sandbox.messages(owner?.phone ?? "")).map(({ text }) => text);
  expect(texts.filter((text) => text.includes("یک روز"))).toHaveLength(1);
  await shop.turnClock(DAY + HOUR);
  expect((await confirm(proposalId)).status).toBe(200);
  await shop.turnClock(0);
  expect((await support.ask(getMe)).body.role).toBe("finance");
});

test("an owner who removed the only second person counts as alone only a day later", async () => {
  const other = await newOperator(shop, { role: "finance" });
  const support = await newOperator(shop, { role: "support" });
  const raise = { params: { name: support.name }, body: { role: "finance" } } as const;
  const { proposalId } = (await shop.desk(changeRole, raise)).body;
  await shop.sql(
    "UPDATE operator SET ended_at = 1 WHERE role = 'finance' AND name <> ?1",
    other.name,
  );
  await shop.sql(
    "UPDATE proposal SET created_at = created_at - ?1 WHERE id = ?2",
    2 * DAY,
    proposalId,
  );
  expect(await confirm(proposalId)).toMatchObject({ body: { code: "own_proposal" } });
  await shop.desk(changeRole, { params: { name: other.name }, body: { role: "viewer" } });
  expect([await isAlone(), (await confirm(proposalId)).body.code]).toEqual([false, "own_proposal"]);
  const ended = await newOperator(shop);
  await shop.desk(endOperator, { params: { name: ended.name } });
  await shop.turnClock(DAY - HOUR);
  expect([await isAlone(), (await confirm(proposalId)).body.code]).toEqual([false, "own_proposal"]);
  await shop.turnClock(DAY + HOUR);
  expect([await isAlone(), (await confirm(proposalId)).status]).toEqual([true, 200]);
  await shop.turnClock(0);
});
