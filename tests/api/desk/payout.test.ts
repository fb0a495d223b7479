import { describe, expect, test } from "vitest";
import { listDecisions } from "../../../contract/desk/decision.ts";
import { freeze } from "../../../contract/desk/freeze.ts";
import {
  getPayout,
  getPayoutFile,
  listPayouts,
  makePayout,
  previewPayout,
  readPayoutAnswer,
  settlePayout,
} from "../../../contract/desk/payout.ts";
import { decideProposal, listProposals } from "../../../contract/desk/proposal.ts";
import {
  decideWithdrawal,
  holdWithdrawal,
  listWithdrawals,
} from "../../../contract/desk/withdrawal.ts";
import { setIban } from "../../../contract/bank-card.ts";
import { requestWithdrawal, takeBackWithdrawal } from "../../../contract/withdrawal.ts";
import { type TestOperator, newOperator } from "../../support/operator.ts";
import { useShop } from "../../support/use-shop.ts";
import { newReference } from "../../support/withdrawal.ts";

/** Bank files: they are made, given to the bank, and settled by its answer. Section 10.19. */

const shop = useShop({ audit: true });

const finance = () => newOperator(shop, { role: "finance" });
const RIAL = 10;
let accounts = 0;

/** A new valid IBAN. */
function newIban(): string {
  const account = `056${String(++accounts).padStart(19, "0")}`;
  const check = 98n - (BigInt(`${account}182700`) % 97n);
  return `IR${String(check).padStart(2, "0")}${account}`;
}

/** A shopper who requests withdrawals, with an IBAN by default. */
async function asked({ amount = 200_000, hasIban = true, times = 1 } = {}) {
  const shopper = await shop.newShopper({ balanceToman: amount * times });
  const iban = hasIban ? newIban() : "";
  if (hasIban) {
    await shopper.ask(setIban, { params: { id: shopper.cardId }, body: { iban } });
    await shop.sql("UPDATE bank_card SET iban_changed_at = 1 WHERE id = ?1", shopper.cardId);
  }
  const ids: string[] = [];
  for (let made = 0; made < times; made++)
    ids.push((await shopper.ask(requestWithdrawal, { body: { amount } })).body.withdrawal.id);
  return { shopper, iban, ids, id: ids[0] ?? "", amount };
}

const make = (by: TestOperator, ids: readonly string[], format: "paya" | "card_list" = "paya") =>
  by.ask(makePayout, { body: { withdrawalIds: [...ids], format } });
const preview = (by: TestOperator, ids: readonly string[], format: "paya" | "card_list" = "paya") =>
  by.ask(previewPayout, { body: { withdrawalIds: [...ids], format } });
const fileOf = async (by: TestOperator, id: string) =>
  (await by.ask(getPayoutFile, { params: { id } })).body;
const paid = (withdrawalId: string, reference = newReference()) =>
  ({ withdrawalId, status: "paid", reference }) as const;
const returned = (withdrawalId: string, words = "حساب مقصد مسدود است") =>
  ({ withdrawalId, status: "returned", words }) as const;
const settle = (
  by: TestOperator,
  id: string,
  rows: (ReturnType<typeof paid> | ReturnType<typeof returned>)[],
) => by.ask(settlePayout, { params: { id }, body: { rows } });
const stateOf = async (id: string) =>
  (
    await shop.sql<{ state: string; in_hand_of: string | null; note: string | null }>(
      "SELECT state, in_hand_of, note FROM withdrawal WHERE id = ?1",
      id,
    )
  )[0];
const refusal = (code: string) => ({ status: 409, body: { code } });

describe("a bank file", () => {
  test("takes free withdrawals in hand, locks them, and pays each with its own reference", async () => {
    const [one, other] = [await finance(), await finance()];
    const people = [await asked(), await asked({ amount: 350_000 }), await asked()];
    const ids = people.map(({ id }) => id);
    await one.ask(holdWithdrawal, { params: { id: ids[0] ?? "" }, body: { inHand: true } });
    const seen = (await preview(one, ids)).body;
    expect(seen).toMatchObject({ total: 750_000, totalRial: 7_500_000, needsSecond: false });
    expect(seen.rows.map(({ refusal: why }) => why)).toEqual([null, null, null]);
    expect(await stateOf(ids[1] ?? "")).toMatchObject({ in_hand_of: null });

    const { status, body } = await make(one, ids);
    expect([status, body]).toMatchObject([
      200,
      { proposalId: null, payout: { rows: 3, open: 3, total: 750_000, state: "made" } },
    ]);
    const { id } = body.payout;
    // Only the bank's answer can change the withdrawals of the file.
    const [first = "", second = "", third = ""] = ids;
    const owner = people[0]?.shopper;
    expect(await owner?.ask(takeBackWithdrawal, { params: { id: first } })).toMatchObject({
      status: 409,
    });
    for (const by of [one, other]) {
      const back = { params: { id: first }, body: { inHand: false } } as const;
      expect(await by.ask(holdWithdrawal, back)).toMatchObject(refusal("in_file"));
      for (const verdict of [
        { status: "paid", reference: newReference() },
        { status: "rejected", rejectionReason: "کارت بسته است" },
      ] as const)
        expect(
          await by.ask(decideWithdrawal, { params: { id: first }, body: verdict }),
        ).toMatchObject(refusal("in_file"));
    }
    expect((await make(other, [first])).body).toMatchObject({ code: "not_ready" });
    expect((await preview(other, [first])).body.rows[0]?.refusal?.code).toBe("in_file");

    const reference = newReference();
    const answer = await settle(other, id, [
      paid(first, reference),
      paid(second, reference),
      returned(third, "شبا بسته است"),
    ]);
    expect(answer.body.rows).toMatchObject([
      { outcome: "paid", refusal: null },
      { outcome: "refused", refusal: { code: "reference_known" } },
      { outcome: "returned", refusal: null },
    ]);
    expect(answer.body.payout).toMatchObject({ open: 1, paid: 1, returned: 1, state: "made" });
    expect(await stateOf(first)).toMatchObject({ state: "paid", note: reference });
    expect(await stateOf(third)).toMatchObject({ state: "pending", in_hand_of: null });
    // The returned withdrawal waits again, with the bank's reason.
    const waiting = (await shop.desk(listWithdrawals, {})).body.withdrawals;
    expect(waiting.find((row) => row.id === third)).toMatchObject({
      payoutId: null,
      bankWords: "شبا بسته است",
    });
    expect(waiting.find((row) => row.id === second)).toMatchObject({ payoutId: id });

    // The same answer again books nothing again.
    const again = await settle(one, id, [paid(first), returned(third), paid(second)]);
    expect(again.body.rows.map((row) => row.refusal?.code ?? row.outcome)).toEqual([
      "decided",
      "decided",
      "paid",
    ]);
    expect(again.body.payout.state).toBe("done");
    expect((await shop.desk(getPayout, { params: { id } })).body.rows).toMatchObject([
      { state: "paid", note: reference },
      { state: "paid" },
      { state: "returned", note: "شبا بسته است" },
    ]);
    expect((await make(one, [third])).status).toBe(200);
  });

  test("in the form of paya: rial, names in Persian letters, the payer, Persian dates, always the same text", async () => {
    const by = await finance();
    const { id, iban, amount, shopper } = await asked();
    await shop.sql("UPDATE bank_card SET owner = 'سيّده‌مرضيه آريۀ' WHERE id = ?1", shopper.cardId);
    await shop.sql(
      "UPDATE identity_request SET card_owner = 'سیده مرضیه آریه' WHERE user_id = ?1",
      shopper.id,
    );
    const { payout } = (await make(by, [id])).body;
    const file = await fileOf(by, payout.id);
    const payer = "IR" + /<MsgId>IR(\d{24})/.exec(file.text)?.[1];
    expect(file.name).toBe(`${payer}${payout.number}.ccti`);
    expect(file.text).toContain(`<MsgId>${payer}${payout.number}</MsgId>`);
    expect(file.text).toContain(`<NbOfTxs>1</NbOfTxs><CtrlSum>${String(amount * RIAL)}</CtrlSum>`);
    expect(file.text).toContain(`<InstdAmt Ccy="IRR">${String(amount * RIAL)}</InstdAmt>`);
    expect(file.text).toContain("<Cdtr><Nm>سیده مرضیه آریه</Nm></Cdtr>");
    expect(file.text).toContain(`<CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>`);
    expect(file.text).toContain(`<EndToEndId>${payout.number}001</EndToEndId>`);
    expect(file.text).toMatch(/<CreDtTm>14\d\d-\d\d-\d\dT\d\d:\d\d:\d\d<\/CreDtTm>/);
    expect(await fileOf(by, payout.id)).toEqual(file);
    // A shopper cannot change the IBAN while a withdrawal to it is in a file.
    const moved = { params: { id: shopper.cardId }, body: { iban: newIban() } };
    expect(await shopper.ask(setIban, moved)).toMatchObject(refusal("card_in_use"));
    // If owner and IBAN do change in the database, the file can no longer be downloaded.
    await shop.sql(
      "UPDATE bank_card SET owner = 'دزد شب', iban_changed_at = ?2 WHERE id = ?1",
      shopper.cardId,
      Date.now(),
    );
    expect(await by.ask(getPayoutFile, { params: { id: payout.id } })).toMatchObject(
      refusal("file_changed"),
    );
    const answered = await settle(by, payout.id, [paid(id)]);
    expect(answered.body.rows[0]?.refusal?.code).toBe("owner_differs");
    expect((await settle(by, payout.id, [returned(id)])).body.payout.state).toBe("done");
  });

  test("is a list of cards for withdrawals to cards without an IBAN", async () => {
    const by = await finance();
    const { id, amount, shopper } = await asked({ hasIban: false });
    expect((await preview(by, [id])).body.rows[0]?.refusal?.code).toBe("iban_needed");
    expect((await make(by, [id])).body).toMatchObject({ code: "not_ready" });
    const { payout } = (await make(by, [id], "card_list")).body;
    const { name, text } = await fileOf(by, payout.id);
    expect(name).toBe(`card-list-${payout.number}.csv`);
    const tracking = `${payout.number}001`;
    const kept = (value: string) => `"=""${value}"""`;
    expect(text).toContain(
      `1,${kept(tracking)},${kept(shopper.cardNumber)},${String(amount * RIAL)},`,
    );
    // The bank's answer is the same table with references, also as a spreadsheet saves it.
    const filled = text.replace(/,,\r\n$/, `,۹۸۷۶۵۴${String(amount)},\r\n`);
    const saved = filled.replace(/"=""(\d+)"""/g, "$1");
    const answerOf = async (answer: string) =>
      (await by.ask(readPayoutAnswer, { params: { id: payout.id }, body: { text: answer } })).body;
    for (const answer of [
      filled,
      saved,
      `sep=;\r\n${saved.replaceAll(",", ";")}`,
      saved.replaceAll(",", "\t"),
      // Without its tracking number, a row is identified by the whole card number.
      saved.replace(tracking, "4.05090E+11"),
    ])
      expect(await answerOf(answer)).toMatchObject({
        lines: [{ withdrawalId: id, finding: "paid", reference: `987654${String(amount)}` }],
        missing: [],
      });
    const damaged = saved
      .replace(tracking, "4.05090E+11")
      .replace(shopper.cardNumber, "6.21986E+15");
    for (const [answer, why] of [
      [damaged, /به توان نوشته .*«4\.05090E\+11»/],
      [saved.replace(/,۹۸۷۶۵۴\d*/, ",9.87654E+11"), /«9\.87654E\+11»/],
    ] as const)
      expect((await answerOf(answer)).lines).toMatchObject([
        { finding: "unclear", reference: "", why: expect.stringMatching(why) },
      ]);
    expect((await settle(by, payout.id, [returned(id)])).status).toBe(200);
  });

  test("of an earlier version of the shop is downloaded unchanged", async () => {
    const by = await finance();
    const { id, amount, shopper } = await asked({ hasIban: false });
    const { payout } = (await make(by, [id], "card_list")).body;
    const { text } = await fileOf(by, payout.id);
    const bare = text.replace(/"=""(\d+)"""/g, "$1");
    expect(bare).toContain(`1,${payout.number}001,${shopper.cardNumber},${String(amount * RIAL)},`);
    const [guard] = await shop.sql<{ sql: string }>(
      "SELECT sql FROM sqlite_schema WHERE name = 'payout_path'",
    );
    await shop.sql("DROP TRIGGER payout_path");
    const fingerprint = await shop.vault.fingerprint("bank file", bare);
    await shop.sql("UPDATE payout SET fingerprint = ?2 WHERE id = ?1", payout.id, fingerprint);
    await shop.sql(guard?.sql ?? "");
    expect((await fileOf(by, payout.id)).text).toBe(bare);
    await shop.sql("UPDATE withdrawal SET amount_toman = amount_toman + 1 WHERE id = ?1", id);
    expect(await by.ask(getPayoutFile, { params: { id: payout.id } })).toMatchObject(
      refusal("file_changed"),
    );
    await shop.sql("UPDATE withdrawal SET amount_toman = amount_toman - 1 WHERE id = ?1", id);
    expect((await settle(by, payout.id, [returned(id)])).status).toBe(200);
  });

  test("refuses withdrawals that may not be paid, with a reason for each row", async () => {
    const [by, other] = [await finance(), await finance()];
    const [held, frozen, revoked, fresh, renamed, large] = [
      await asked(),
      await asked(),
      await asked(),
      await asked(),
      await asked(),
      await asked({ amount: 200_000_001 }),
    ];
    await other.ask(holdWithdrawal, { params: { id: held.id }, body: { inHand: true } });
    await shop.desk(freeze, {
      body: { kind: "person", id: frozen.shopper.id, reason: "پرداخت با کارت دزدی" },
    });
    await shop.sql(
      "UPDATE bank_card SET status = 'rejected' WHERE id = ?1",
      revoked.shopper.cardId,
    );
    await fresh.shopper.ask(setIban, {
      params: { id: fresh.shopper.cardId },
      body: { iban: newIban() },
    });
    await shop.sql("UPDATE bank_card SET owner = 'دزد شب' WHERE id = ?1", renamed.shopper.cardId);
    const ids = [held, frozen, revoked, fresh, renamed, large].map(({ id }) => id);
    const seen = (await preview(by, [...ids, "nothing"])).body;
    expect(seen.total).toBe(0);
    expect(seen.rows.map((row) => row.refusal?.code)).toEqual([
      "in_another_hand",
      "frozen",
      "card_revoked",
      "not_due",
      "owner_differs",
      "paya_too_large",
      "not_found",
    ]);
    for (const id of ids) expect((await make(by, [id])).body).toMatchObject({ code: "not_ready" });
  });

  test("two files at once for one withdrawal: one is made", async () => {
    const people = [await asked(), await asked()];
    const ids = people.map(({ id }) => id);
    const makers = [await finance(), await finance(), await finance()];
    const answers = await Promise.all(makers.map((by) => make(by, ids)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const { length } = await shop.sql(
      "SELECT 1 FROM payout_row WHERE withdrawal_id IN (?1, ?2)",
      ...ids,
    );
    expect(length).toBe(2);
  });

  test("a withdrawal is taken back and put into a file at once: one of the two happens", async () => {
    const { shopper, id } = await asked();
    const by = await finance();
    const [back, made] = await Promise.all([
      shopper.ask(takeBackWithdrawal, { params: { id } }),
      make(by, [id]),
    ]);
    expect([back.status, made.status].toSorted()).toEqual([200, 409]);
  });

  test("answered twice at once: each row is booked once", async () => {
    const { id } = await asked();
    const by = await finance();
    const { payout } = (await make(by, [id])).body;
    const answers = await Promise.all([
      settle(by, payout.id, [paid(id)]),
      settle(by, payout.id, [paid(id)]),
      settle(by, payout.id, [returned(id)]),
    ]);
    expect(
      answers
        .flatMap(({ body }) => body.rows.map(({ outcome }) => outcome))
        .filter((outcome) => outcome !== "refused"),
    ).toHaveLength(1);
  });
});

describe("a large bank file", () => {
  const LIMIT = 20_000_000;

  test("needs a second person when it is made, but not when it is settled", async () => {
    const [by, second] = [await finance(), await finance()];
    const { id } = await asked({ amount: LIMIT + 1 });
    expect((await preview(by, [id])).body.needsSecond).toBe(true);
    const { payout, proposalId } = (await make(by, [id])).body;
    expect(payout.state).toBe("waiting");
    expect(await by.ask(getPayoutFile, { params: { id: payout.id } })).toMatchObject(
      refusal("file_waits"),
    );
    expect(await settle(by, payout.id, [paid(id)])).toMatchObject(refusal("file_waits"));
    const open = (await shop.desk(listProposals)).body.proposals;
    expect(open.find((proposal) => proposal.id === proposalId)).toMatchObject({
      action: "payout_file",
      subjectId: payout.id,
      details: { rows: 1, totalToman: LIMIT + 1 },
    });
    const waits = async () =>
      (await shop.desk(getPayout, { params: { id: payout.id } })).body.proposalId;
    expect(await waits()).toBe(proposalId);
    const confirm = (who: TestOperator) =>
      who.ask(decideProposal, { params: { id: proposalId ?? "" }, body: { status: "confirmed" } });
    expect(await confirm(by)).toMatchObject(refusal("own_proposal"));
    expect((await confirm(second)).status).toBe(200);
    expect(await waits()).toBeNull();
    expect((await fileOf(by, payout.id)).text).toContain("<NbOfTxs>1</NbOfTxs>");
    const answer = await settle(second, payout.id, [paid(id)]);
    expect(answer.body).toMatchObject({
      rows: [{ outcome: "paid" }],
      payout: { state: "done", confirmedBy: second.name },
    });
  });

  test("needs an operator who verified no card in it; dropping it frees all its rows", async () => {
    const [by, second] = [await finance(), await finance()];
    const { id, shopper } = await asked({ amount: LIMIT + 1 });
    for (const { name } of [by, second])
      await shop.sql(
        `INSERT INTO desk_decision (id, operator, subject, subject_id, verdict, created_at)
         VALUES (?1, ?2, 'bank_card', ?3, 'verified', 1)`,
        `verified-${name}`,
        name,
        shopper.cardId,
      );
    const { payout, proposalId } = (await make(by, [id])).body;
    const decide = (status: "confirmed" | "dropped") =>
      second.ask(decideProposal, { params: { id: proposalId ?? "" }, body: { status } });
    expect(await decide("confirmed")).toMatchObject(refusal("both_verified"));
    expect((await decide("dropped")).status).toBe(200);
    expect(await stateOf(id)).toMatchObject({ state: "pending", in_hand_of: null });
    expect((await shop.desk(getPayout, { params: { id: payout.id } })).body.payout.state).toBe(
      "done",
    );
    // The freed withdrawal can be put into another file.
    expect((await make(second, [id])).body.payout.state).toBe("waiting");
  });

  test("cannot be split into small ones, since the sums of open files count", async () => {
    const by = await finance();
    const { ids } = await asked({ amount: 15_000_000, times: 2 });
    const [first = "", second = ""] = ids;
    expect((await make(by, [first])).body.payout.state).toBe("made");
    expect((await make(by, [second])).body.payout.state).toBe("waiting");
    // Paying by hand beside a file does not avoid the limit either.
    const people = await Promise.all(
      Array.from({ length: 6 }, () => asked({ amount: LIMIT - 1_000_000 })),
    );
    const other = await finance();
    const whole = people.slice(0, 5).map(({ id }) => id);
    expect((await make(other, whole)).body.payout.state).toBe("made");
    const last = people[5]?.id ?? "";
    await other.ask(holdWithdrawal, { params: { id: last }, body: { inHand: true } });
    const alone = await other.ask(decideWithdrawal, {
      params: { id: last },
      body: { status: "paid", reference: newReference() },
    });
    expect(alone.body.proposalId).toEqual(expect.any(String));
  });
});

test("a bank's answer is read line by line from any form of table", async () => {
  const by = await finance();
  const people = await Promise.all(
    Array.from({ length: 7 }, (_, at) => asked({ amount: 200_000 + at * 1_000 })),
  );
  const { payout } = (
    await make(
      by,
      people.map(({ id }) => id),
    )
  ).body;
  const rows = (await by.ask(getPayout, { params: { id: payout.id } })).body.rows;
  const at = (index: number) =>
    ({ ...rows[index], ...people[index] }) as (typeof rows)[number] & { iban: string };
  const rial = (index: number) => at(index).amount * RIAL;
  const text = [
    "ردیف\tشبا مقصد\tمبلغ\tکد پیگیری\tوضعیت\tشرح",
    `۱\t${at(0).iban}\t${rial(0).toLocaleString("en-US")}\t۱۴۰۵۰۹۰۲۱۱۲۲\tموفق\t`,
    `2\t${at(1).iban}\t${String(rial(1))}\t140509021123\tبرگشت خورده\tحساب مقصد مسدود است`,
    `3\t${at(2).iban}\t${String(rial(2) + 1)}\t140509021124\tموفق\t`,
    `4\t${at(3).iban}\t${String(rial(3))}\t\tموفق\t`,
    `5\t${at(4).iban}\t${String(rial(4))}\t140509021122\tنا موفق\tخطای سامانه`,
    `6\t${at(5).iban}\t${String(rial(5))}\t140509021122\tموفق\t`,
    `7\t${newIban()}\t5000000\t140509021199\tموفق\t`,
    "",
  ].join("\r\n");
  const answer = await by.ask(readPayoutAnswer, { params: { id: payout.id }, body: { text } });
  expect(
    answer.body.lines.map(({ withdrawalId, finding, reference, words }) => [
      withdrawalId === null ? null : people.findIndex(({ id }) => id === withdrawalId),
      finding,
      reference,
      words,
    ]),
  ).toEqual([
    [0, "paid", "140509021122", "موفق"],
    [1, "returned", "140509021123", "حساب مقصد مسدود است؛ برگشت خورده"],
    [2, "unclear", "140509021124", "موفق"],
    [3, "unclear", "", "موفق"],
    [4, "returned", "140509021122", "خطای سامانه؛ نا موفق"],
    [5, "unclear", "140509021122", "موفق"],
    [null, "unknown", "", ""],
  ]);
  expect(answer.body.missing).toEqual([people[6]?.id]);
  // Reading the answer has booked nothing yet.
  expect(await stateOf(at(0).withdrawalId)).toMatchObject({ state: "pending" });

  // Rows without column names are matched by the shop's tracking number.
  const bare = [
    `${at(5).tracking},${String(rial(5))},واریز شد,ACH14050902990011`,
    `"${at(6).tracking}";"${String(rial(6))} ریال";"انجام نشد"`,
    `${at(4).tracking},${at(3).iban},${String(rial(4))},موفق,14050902990012`,
  ].join("\n");
  const plain = await by.ask(readPayoutAnswer, { params: { id: payout.id }, body: { text: bare } });
  expect(plain.body.lines.map(({ finding, reference }) => [finding, reference])).toEqual([
    ["paid", "ACH14050902990011"],
    ["returned", ""],
    ["unclear", ""],
  ]);
});

test("files are listed with the next cycle of paya, and the log names who did what", async () => {
  const by = await finance();
  const { id } = await asked();
  const { payout } = (await make(by, [id])).body;
  await shop.turnClock(Date.parse("2027-01-01T06:00:00Z") - Date.now());
  const list = (await shop.desk(listPayouts, {})).body;
  // It is half past nine in Tehran, and the next cycle is at 09:45.
  expect(list.nextCycleAt).toBe("2027-01-01T06:15:00.000Z");
  await shop.turnClock(0);
  expect(list.payouts[0]?.number).toMatch(/^\d{9}$/);
  const one = (await shop.desk(listPayouts, { query: { limit: 1 } })).body;
  expect(one.payouts).toHaveLength(1);
  const rest = await shop.desk(listPayouts, { query: { cursor: one.nextCursor ?? "" } });
  expect(rest.body.payouts.map((file) => file.id)).not.toContain(one.payouts[0]?.id);
  await settle(by, payout.id, [returned(id)]);
  const lines = (await shop.desk(listDecisions, { query: { operator: by.name } })).body.decisions;
  expect(lines.map(({ subject, subjectId, verdict }) => [subject, subjectId, verdict])).toEqual([
    ["withdrawal", id, "returned"],
    ["withdrawal", id, "in_file"],
  ]);
});
