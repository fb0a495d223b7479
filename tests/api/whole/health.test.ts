import { maskPhone } from "../../../persian/identifiers.ts";
import { afterEach, describe, expect, test } from "vitest";
import { makeAlertChannel } from "../../../contract/desk/alert.ts";
import { getHealthDetails } from "../../../contract/desk/health.ts";
import { listGivenUpMessages, sendMessagesAgain } from "../../../contract/desk/message.ts";
import { getShop } from "../../../contract/closure.ts";
import { getHealth, LATE_MINUTES } from "../../../contract/health.ts";
import { initiatePayment } from "../../../contract/payment.ts";
import { startOfDay, tehranDay } from "../../../persian/calendar.ts";
import { useShop } from "../../support/use-shop.ts";
import { DAY, HOUR, MINUTE } from "../../support/time.ts";

/** Its database is larger than the settings allow. */
const shop = useShop({ shopVars: { DATABASE_MAX_BYTES: "1000000" } });
afterEach(async () => {
  await shop.turnClock(0);
  await shop.sandbox.clearFaults();
});

const details = async () => (await shop.desk(getHealthDetails)).body;

describe("the shop's health", () => {
  test("is late until every job has run, and when the jobs stop", async () => {
    expect(await shop.ask(getHealth)).toMatchObject({ status: 503, body: { code: "late" } });
    await shop.runJobs();
    expect(await shop.ask(getHealth)).toMatchObject({ status: 200, body: { status: "ok" } });
    const { jobs, migration, databaseBytes, ...rest } = await details();
    expect(jobs.filter(({ lastOkAt }) => lastOkAt === null)).toEqual([]);
    expect(migration).toMatch(/^\d{4}_\w+\.sql$/);
    expect(databaseBytes).toBeGreaterThan(100_000);
    expect(rest).toMatchObject({ status: "ok", oldestDuePaymentSeconds: null });
    await shop.turnClock((LATE_MINUTES + 1) * MINUTE);
    expect((await shop.ask(getHealth)).status).toBe(503);
  });

  test("contains the dollar rate of the prices, and whether the shop is a demo", async () => {
    expect(await details()).toMatchObject({ dollar: null, isDemo: false });
    await shop.sql(
      `UPDATE rate SET toman = 110000, read_at = 1, made_with_toman = 108200, made_at = 1
       WHERE currency = 'USD'`,
    );
    await shop.sql("INSERT INTO job_place (job, place) VALUES ('made-up history', 'demo')");
    expect(await details()).toMatchObject({
      dollar: { toman: 110_000, madeWithToman: 108_200 },
      isDemo: true,
    });
  });

  test("contains copies and certificate of a server, and they cause alerts", async () => {
    await shop.desk(makeAlertChannel, {
      body: { kind: "bot", address: "2002", wants: "all", hours: null },
    });
    expect((await details()).server).toBeNull();
    const now = Date.now();
    const store = (copiedAt: number | null, provenAt: number | null, findings: number) =>
      shop.sql(
        "INSERT OR REPLACE INTO server_state (id, copied_at, proven_at, findings, since) VALUES (1, ?1, ?2, ?3, ?4)",
        copiedAt,
        provenAt,
        findings,
        now - 3 * DAY,
      );
    const troubles = async () => {
      await shop.runJobs("alerts");
      const open = await shop.sql<{ subject: string }>(
        "SELECT subject FROM alert WHERE kind = 'server' AND closed_at IS NULL ORDER BY subject",
      );
      return open.map(({ subject }) => subject);
    };
    await shop.turnClock(startOfDay(tehranDay(now) + 1) + 12 * HOUR - now);
    const noon = startOfDay(tehranDay(now) + 1) + 12 * HOUR;
    await store(noon - 10 * MINUTE, noon - 9 * HOUR, 0);
    expect((await details()).server).toEqual({
      copiedAt: new Date(noon - 10 * MINUTE).toISOString(),
      provenAt: new Date(noon - 9 * HOUR).toISOString(),
      findings: 0,
      certificateEndsAt: null,
      isTrouble: false,
    });
    expect(await troubles()).toEqual([]);
    await store(noon - 2 * HOUR, noon - 9 * HOUR, 2);
    expect((await details()).server).toMatchObject({ findings: 2, isTrouble: true });
    expect(await troubles()).toEqual(["late", "unsound"]);
    await shop.sql("UPDATE server_state SET is_away_failing = 1");
    expect(await troubles()).toEqual(["away", "late", "unsound"]);
    await shop.sql("UPDATE server_state SET certificate_ends_at = ?1", noon + 21 * DAY);
    expect(await troubles()).toEqual(["away", "late", "unsound"]);
    await shop.sql("UPDATE server_state SET certificate_ends_at = ?1", noon + 19 * DAY);
    expect(await troubles()).toEqual(["away", "certificate", "late", "unsound"]);
    await store(null, null, 0);
    expect(await troubles()).toEqual(["late", "unproven"]);
    await shop.sql("DELETE FROM server_state");
    expect(await troubles()).toEqual([]);
  });

  test("is late when one job fails again and again", async () => {
    await shop.runJobs();
    await shop.turnClock((LATE_MINUTES + 1) * MINUTE);
    await shop.trouble({ storage: { call: "list", mode: "before" } });
    await shop.runJobs();
    await shop.trouble({});
    const { status, jobs } = await details();
    const late = jobs.filter(({ lastOkAt }) => Date.parse(lastOkAt ?? "") < Date.now() + MINUTE);
    expect([status, late.map(({ name }) => name)]).toEqual(["late", ["stray objects"]]);
    await shop.runJobs("stray objects");
    expect((await details()).status).toBe("ok");
  });

  test("tells how long the oldest payment and message have been due", async () => {
    const { ask, id, cardNumber } = await shop.newShopper();
    const body = { purpose: "wallet_topup" as const, amount: 10_000, cardNumber };
    expect((await ask(initiatePayment, { body })).status).toBe(200);
    await shop.sql(
      `INSERT INTO outbox (id, user_id, template, token, next_attempt_at, created_at)
       VALUES ('waiting', ?1, 'armaghan-code', '1', ?2, 0)`,
      id,
      Date.now() + 3 * MINUTE,
    );
    await shop.turnClock(5 * MINUTE);
    const { oldestDuePaymentSeconds, oldestDueMessageSeconds } = await details();
    expect(
      [oldestDuePaymentSeconds, oldestDueMessageSeconds].map((age) => Math.round((age ?? 0) / 10)),
    ).toEqual([18, 12]);
    await shop.turnClock(14 * MINUTE);
    await shop.runJobs("unverified");
    expect((await shop.ask(getHealth)).status).toBe(503);
    await shop.runJobs();
    expect((await shop.ask(getHealth)).status).toBe(200);
  });

  test("shows details only to operators", async () => {
    expect((await shop.deskCall("GET", getHealthDetails.path)).status).toBe(200);
    const response = await fetch(`${shop.stack.url}/desk/v1${getHealthDetails.path}`);
    expect(response.status).toBe(401);
    expect(Object.keys((await shop.ask(getHealth)).body).toSorted()).toEqual([
      "jobsRanAt",
      "status",
      "version",
    ]);
  });
});

test("messages that the jobs no longer try to send are listed, and an operator can send them again", async () => {
  const shopper = await shop.newShopper();
  const add = (id: string) =>
    shop.sql(
      `INSERT INTO outbox (id, user_id, template, token, next_attempt_at, created_at)
       VALUES (?1, ?2, 'armaghan-code', '1234', 0, 0)`,
      id,
      shopper.id,
    );
  await shop.sandbox.plan({
    provider: "kavenegar",
    call: "lookup",
    kind: "code",
    code: 411,
    times: 2,
  });
  await add("early");
  await shop.runJobs("sms");
  await shop.turnClock(MINUTE);
  const since = new Date(Date.now() + MINUTE - 1_000).toISOString();
  await add("late");
  await shop.runJobs("sms");
  await shop.runJobs("sms");
  expect(await shop.sandbox.messages(shopper.phone)).toEqual([]);
  const list = async () =>
    (await shop.desk(listGivenUpMessages)).body.messages.map(({ id, person }) => [
      id,
      person.phone,
    ]);
  expect(await list()).toEqual([
    ["early", maskPhone(shopper.phone)],
    ["late", maskPhone(shopper.phone)],
  ]);
  expect((await details()).messagesGivenUp).toBe(2);

  expect((await shop.desk(sendMessagesAgain, { body: { since } })).body.count).toBe(1);
  await shop.runJobs("sms");
  expect(await shop.sandbox.messages(shopper.phone)).toHaveLength(1);
  expect(await list()).toEqual([["early", maskPhone(shopper.phone)]]);
  expect(
    await shop.sql("SELECT operator, verdict FROM desk_decision WHERE subject = 'message'"),
  ).toEqual([{ operator: "local", verdict: "again" }]);
  expect((await shop.deskUntyped(sendMessagesAgain, { body: { since: "yesterday" } })).status).toBe(
    422,
  );
});

test("a message that was sent is deleted after thirty days, but not the message of a gift", async () => {
  const { id } = await shop.newShopper();
  const [sent, old] = [Date.now() - 29 * DAY, Date.now() - 31 * DAY];
  for (const [message, sentAt, nextAt] of [
    ["of-29-days", sent, null],
    ["of-31-days", old, null],
    ["gift:of-31-days", old, null],
    ["waiting-for-31-days", null, Date.now() + DAY],
  ])
    await shop.sql(
      `INSERT INTO outbox (id, user_id, template, token, sent_at, next_attempt_at, created_at)
       VALUES (?1, ?2, 'armaghan-order-delivered', '1', ?3, ?4, ?5)`,
      message,
      id,
      sentAt,
      nextAt,
      old,
    );
  await shop.runJobs("tidy");
  const left = await shop.sql("SELECT id FROM outbox WHERE user_id = ?1 ORDER BY id", id);
  expect(left.map((row) => row["id"])).toEqual([
    "gift:of-31-days",
    "of-29-days",
    "waiting-for-31-days",
  ]);
});

test("troubles that only the log named before are told: a full database, sign-in codes, messages and seals", async () => {
  const address = "-5000001";
  const body = { kind: "bot", address, wants: "all" } as const;
  expect((await shop.desk(makeAlertChannel, { body })).status).toBe(200);
  const { id } = await shop.newShopper();
  const now = startOfDay(tehranDay(Date.now()) + 1) + 10 * HOUR;
  await shop.put(
    {
      text: "INSERT INTO rate_limit (kind, who, window_start, count) VALUES ('siege', 'budget', ?1, 1)",
      values: [now],
    },
    {
      text: `INSERT INTO outbox (id, user_id, template, token, given_up_at, created_at)
        VALUES ('given-up', ?1, 'armaghan-order-delivered', '1', ?2, 1)`,
      values: [id, now],
    },
    {
      text: "INSERT INTO unopenable_seal (place, row_id, tried_at) VALUES ('code.sealed', 'x', 1)",
      values: [],
    },
  );
  await shop.turnClock(now - Date.now());
  await shop.runJobs("alerts");
  const messages = await shop.sandbox.botMessages();
  const message = messages.find(({ chat }) => chat === address)?.text;
  for (const line of [
    "پایگاه داده رو به پر شدن است: ۳",
    "درخواست کد ورود بیش از اندازه است: ۱",
    "پیامی پس از چند بار تلاش فرستاده نشد: ۱",
    "نوشتهٔ رمزشده‌ای باز نمی‌شود: ۱",
  ])
    expect(message).toContain(line);
});

describe("the shop as it is deployed", () => {
  const deployed = useShop({ shopMain: "api/index.ts" });

  test("runs every job when the schedule says so, each track in an invocation of its own", async () => {
    await deployed.stack.runJobs();
    const { status, jobs } = (await deployed.desk(getHealthDetails)).body;
    expect([status, jobs.filter(({ lastOkAt }) => lastOkAt === null)]).toEqual(["ok", []]);
  });
});

test("a call tells operators that the jobs have stopped", async () => {
  const ten = startOfDay(tehranDay(Date.now()) + 1) + 10 * HOUR - Date.now();
  await shop.turnClock(ten);
  await shop.runJobs();
  const chat = "-100777";
  await shop.desk(makeAlertChannel, { body: { kind: "bot", address: chat, wants: "all" } });
  const told = async () =>
    (await shop.sandbox.botMessages())
      .filter((message) => message.chat === chat)
      .map(({ text }) => text);
  await shop.turnClock(ten + (LATE_MINUTES + 1) * MINUTE);
  expect(await told()).toEqual([]);
  await shop.ask(getShop);
  await expect
    .poll(told, { timeout: 20_000 })
    .toEqual([expect.stringContaining("کارهای خودکار عقب مانده‌اند") as string]);
});
