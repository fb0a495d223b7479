import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { findPerson, signPersonOut } from "../../../contract/desk/user.ts";
import { insertCode, strangersSends } from "../../../api/people/sign-in/send-statements.ts";
import { getReferrals } from "../../../contract/referral.ts";
import { requestCode, signOut, signOutEverywhere, verifyCode } from "../../../contract/sign-in.ts";
import { getProfile } from "../../../contract/user.ts";
import { findWork } from "../../../src/stores/find-work.ts";
import { useSharedShop } from "../../support/use-shop.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** The call that sends an SMS. */
const LOOKUP = { provider: "kavenegar", call: "lookup" } as const;

const shop = useSharedShop();
let numbers = 0;
afterEach(async () => {
  await shop.turnClock(0);
  await shop.sandbox.clearFaults();
});

const newPhone = () => `9${String(350_000_000 + ++numbers)}`;

/** A browser with the visitor mark and the address that the edge forwards. */
function browser(
  visitor = `visitor-${String(++numbers)}`,
  address = `10.${String(++numbers >> 8)}.${String(numbers & 255)}.1`,
) {
  const headers = { "X-Visitor": visitor, "X-Client-Address": address };
  return {
    headers,
    ask: (username: unknown, more: object = {}) =>
      shop.askUntyped(requestCode, { body: { username, ...more }, headers }),
    enter: (username: unknown, otp: unknown) =>
      shop.askUntyped(verifyCode, { body: { username, otp }, headers }),
    guess: (username: unknown, otp: unknown, work: string | null) =>
      shop.askUntyped(verifyCode, { body: { username, otp, work }, headers }),
  };
}

async function codeFor(phone: string): Promise<string> {
  const [message] = await shop.sandbox.messages(phone);
  return message?.code ?? "";
}

function wrong(code: string): string {
  return code === "1111" ? "2222" : "1111";
}

describe("a one-time code", () => {
  test("signs in its recipient and creates the account", async () => {
    const phone = newPhone();
    const { ask, enter, headers } = browser();
    expect((await ask(phone)).status).toBe(200);
    const entered = await enter(phone, await codeFor(phone));
    expect(entered.status).toBe(200);
    const profile = await shop.ask(getProfile, {
      headers: { ...headers, Authorization: `Bearer ${entered.body.token}` },
    });
    expect(profile.body.user).toMatchObject({
      username: phone,
      isVerified: false,
      identity: null,
      isPhoneVerified: true,
    });
  });

  test.each(["0{}", "+98{}", "0098{}", "98{}", " 0{} ", "\u202a(+98) 0{}\u202c", "tel:+98-{}"])(
    "is sent to one phone in any notation: %s",
    async (form) => {
      const phone = newPhone();
      const { ask } = browser();
      expect((await ask(form.replace("{}", phone))).status).toBe(200);
      expect(await shop.sandbox.messages(phone)).toHaveLength(1);
      expect(
        (await ask(phone.replace(/\d/g, (digit) => "۰۱۲۳۴۵۶۷۸۹".charAt(Number(digit))))).status,
      ).toBe(429);
    },
  );

  test.each([
    ["a country code before half a number", (phone: string) => `98${phone.slice(0, 8)}`],
    ["a digit too many", (phone: string) => `+98${phone}1`],
    ["another country", () => "+15550109999"],
  ])("is not sent to a phone guessed from a wrong number: %s", async (_, write) => {
    const written = write(newPhone());
    const answer = await browser().ask(written);
    expect(answer).toMatchObject({
      status: 422,
      body: { fields: { username: "لطفا شماره موبایل خود را وارد کنید." } },
    });
    for (const start of [0, 1, 2, 3])
      expect(await shop.sandbox.messages(written.slice(start, start + 10))).toEqual([]);
  });

  test("is accepted in Persian and Arabic digits", async () => {
    const phone = newPhone();
    const { ask, enter } = browser();
    await ask(phone);
    const code = (await codeFor(phone)).replace(/\d/g, (digit) =>
      "٠١٢٣٤٥٦٧٨٩".charAt(Number(digit)),
    );
    expect((await enter(phone, `\u200f${code.split("").join("\u200b-")}`)).status).toBe(200);
  });

  test("works once, also when it is sent many times at once", async () => {
    const phone = newPhone();
    const { ask, enter } = browser();
    await ask(phone);
    const code = await codeFor(phone);
    const answers = await Promise.all(Array.from({ length: 5 }, () => enter(phone, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await enter(phone, code)).status).toBe(401);
    expect(
      await shop.sql(
        "SELECT 1 FROM session s JOIN user u ON u.id = s.user_id WHERE u.phone = ?1",
        phone,
      ),
    ).toHaveLength(1);
  });

  test("expires after five wrong guesses, also at once", async () => {
    const phone = newPhone();
    const { ask, enter } = browser();
    await ask(phone);
    const code = await codeFor(phone);
    const answers = await Promise.all(Array.from({ length: 40 }, () => enter(phone, wrong(code))));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    const dead = await enter(phone, code);
    expect(dead).toMatchObject({ status: 429, body: { code: "dead_code" } });
    expect(Number(dead.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await shop.sql("SELECT tries FROM sign_in_code WHERE phone = ?1", phone)).toEqual([
      { tries: 5 },
    ]);
  });

  test("is refused from another browser, for another phone and after a newer one", async () => {
    const phone = newPhone();
    const mine = browser();
    await mine.ask(phone);
    const code = await codeFor(phone);
    expect((await browser().enter(phone, code)).status).toBe(401);
    expect((await mine.enter(newPhone(), code)).status).toBe(401);
    expect(await shop.sql("SELECT tries FROM sign_in_code WHERE phone = ?1", phone)).toEqual([
      { tries: 0 },
    ]);
    await shop.turnClock(61 * SECOND);
    await mine.ask(phone);
    const newer = await codeFor(phone);
    if (newer !== code) expect((await mine.enter(phone, code)).status).toBe(401);
    expect((await mine.enter(phone, newer)).status).toBe(200);
  });

  test("is stored only as a keyed hash", async () => {
    const phone = newPhone();
    await browser().ask(phone);
    const code = await codeFor(phone);
    const [row] = await shop.sql<Record<string, unknown>>(
      "SELECT * FROM sign_in_code WHERE phone = ?1",
      phone,
    );
    expect(row?.["code_hmac"]).toMatch(/^[0-9a-f]{64}$/);
    expect(Object.values(row ?? {})).not.toContain(code);
  });
});

describe("sending codes", () => {
  test("is limited to one a minute per phone, with the seconds to wait", async () => {
    const phone = newPhone();
    expect((await browser().ask(phone)).status).toBe(200);
    const early = await browser().ask(phone);
    expect(early).toMatchObject({ status: 429, body: { code: "code_sent_recently" } });
    expect(Number(early.headers.get("Retry-After"))).toBeGreaterThan(55);
    expect(await shop.sandbox.messages(phone)).toHaveLength(1);
    await shop.turnClock(61 * SECOND);
    expect((await browser().ask(phone)).status).toBe(200);
  });

  test("is limited to one message when many requests come at once", async () => {
    const phone = newPhone();
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser().ask(phone)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await shop.sandbox.messages(phone)).toHaveLength(1);
  });

  test("is limited per hour and per day for unknown browsers, but not for known ones", async () => {
    const phone = newPhone();
    const owner = browser();
    await owner.ask(phone);
    await owner.enter(phone, await codeFor(phone));
    let sent = 0;
    for (let minute = 2; minute < 26; minute += 2) {
      await shop.turnClock(minute * MINUTE);
      if ((await browser().ask(phone)).status === 200) sent += 1;
    }
    // The owner's first request came from a browser that was not known yet.
    expect(sent).toBe(4);
    expect((await owner.ask(phone)).status).toBe(200);
    for (let hour = 2; hour < 14; hour += 1) {
      await shop.turnClock(hour * HOUR);
      if ((await browser().ask(phone)).status === 200) sent += 1;
    }
    expect(sent).toBe(9);
    const refused = await browser().ask(phone);
    expect(refused).toMatchObject({ status: 429, body: { code: "too_many" } });
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(HOUR / SECOND);
    expect((await owner.ask(phone)).status).toBe(200);
  });

  test("needs proof of work after ten in a minute from one address", async () => {
    const address = "10.9.9.9";
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, index) =>
        browser(`spray-${String(index)}`, address).ask(newPhone()),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ body }) => body.code === "work_needed")).toHaveLength(4);
  });

  test("is limited to three a day for one phone from one network, whatever the address", async () => {
    const phone = newPhone();
    const answers = [];
    for (let hour = 0; hour < 4; hour++) {
      await shop.turnClock(hour * 2 * HOUR);
      const { ask } = browser(`near-${String(hour)}`, `10.77.7.${String(hour)}`);
      const { status, body } = await ask(phone);
      answers.push(status === 200 || body.code);
    }
    expect(answers).toEqual([true, true, true, "too_many"]);
    expect((await browser().ask(phone)).status).toBe(200);
  });

  test("does not count messages that the provider refused", async () => {
    const phone = newPhone();
    const { ask, enter } = browser();
    await shop.sandbox.plan({ ...LOOKUP, kind: "code", code: 418 });
    const failed = await ask(phone);
    expect(failed).toMatchObject({ status: 503, body: { code: "code_not_sent" } });
    expect((await ask(phone)).status).toBe(200);
    expect((await enter(phone, await codeFor(phone))).status).toBe(200);
  });
});

describe("a message with an unknown result", () => {
  test("may arrive, and then its code signs in", async () => {
    const phone = newPhone();
    const { ask, enter } = browser();
    await shop.sandbox.plan({ ...LOOKUP, kind: "lost_answer" });
    expect((await ask(phone)).status).toBe(200);
    expect((await enter(phone, await codeFor(phone))).status).toBe(200);
  });

  test.each(["lost_answer", "http_500", "html", "redirect", "huge", "wrong_types"] as const)(
    "is answered like a sent message, and the next one has to wait: %s",
    async (kind) => {
      const sent = await browser().ask(newPhone());
      const phone = newPhone();
      await shop.sandbox.plan({ ...LOOKUP, kind });
      const unknown = await browser().ask(phone);
      expect([unknown.status, unknown.body]).toEqual([200, sent.body]);
      const early = await browser().ask(phone);
      expect(early).toMatchObject({ status: 429, body: { code: "code_sent_recently" } });
      expect(Number(early.headers.get("Retry-After"))).toBeGreaterThan(55);
    },
  );

  test("counts in the hourly and daily limits of its phone", async () => {
    const phone = newPhone();
    await shop.sandbox.plan({ ...LOOKUP, kind: "lost_answer", times: 10 });
    const askAt = async (minute: number) => {
      await shop.turnClock(minute * MINUTE);
      const { status, body } = await browser().ask(phone);
      return status === 200 ? 200 : body.code;
    };
    for (const minute of [0, 2, 4, 6, 8]) expect(await askAt(minute)).toBe(200);
    expect(await askAt(10)).toBe("too_many");
    for (const minute of [70, 80, 90, 100, 130]) expect(await askAt(minute)).toBe(200);
    expect(await askAt(200)).toBe("too_many");
    expect(await shop.sandbox.messages(phone)).toHaveLength(10);
  });

  test("counts in the daily limit of its address", async () => {
    const address = "10.8.8.8";
    const { ask } = browser("asks-for-many", address);
    await shop.sql(
      `INSERT INTO sign_in_code (id, phone, visitor_hash, address_hash, is_known_browser,
         code_hmac, created_at, expires_at)
       SELECT 'address-' || value, '9000000001', '', ?1, 0, '', ?2, 0 FROM json_each(?3)`,
      await shop.vault.fingerprint("address", address),
      Date.now() - 5 * HOUR,
      JSON.stringify(Array.from({ length: 399 }, (_, index) => index)),
    );
    await shop.sandbox.plan({ ...LOOKUP, kind: "lost_answer" });
    expect((await ask(newPhone())).status).toBe(200);
    expect(await ask(newPhone())).toMatchObject({ status: 403, body: { code: "work_needed" } });
    await shop.sql("DELETE FROM sign_in_code WHERE phone = '9000000001'");
  });
});

/** Inserts codes that strangers of other networks were sent five hours ago. */
const strangersAsked = (count: number, failedAt: number | null = null) =>
  shop.sql(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
     INSERT INTO sign_in_code (id, phone, visitor_hash, address_hash, is_known_browser,
       code_hmac, created_at, expires_at, failed_at)
     SELECT 'budget-' || ?3 || '-' || i, '9000000000', '', '', 0, '', ?1, 0, ?2 FROM n`,
    Date.now() - 5 * HOUR,
    failedAt,
    count,
  );

describe("while strangers ask for many codes", () => {
  afterEach(() => shop.sql("DELETE FROM sign_in_code WHERE phone = '9000000000'"));
  const WORK_NEEDED = { status: 403, body: { code: "work_needed" } };

  test("half of the budget counts only sent messages to unknown browsers", async () => {
    const phone = newPhone();
    const owner = browser();
    await owner.ask(phone);
    await owner.enter(phone, await codeFor(phone));
    await strangersAsked(1_000, 1);
    expect((await browser().ask(newPhone())).status).toBe(200);
    await shop.sql("UPDATE sign_in_code SET failed_at = NULL WHERE phone = '9000000000'");
    expect(await browser().ask(newPhone())).toMatchObject(WORK_NEEDED);
    await shop.turnClock(2 * MINUTE);
    expect((await owner.ask(phone)).status).toBe(200);
  });

  test("a code costs work, valid once, for one phone and browser, for five minutes", async () => {
    await strangersAsked(1_000);
    const [phone, other] = [newPhone(), newPhone()];
    const mine = browser();
    const asked = await mine.ask(phone);
    expect(asked).toMatchObject(WORK_NEEDED);
    expect(asked.body.message).toBe(
      "پیش از ارسال کد، مرورگر شما باید یک بررسی امنیتی انجام دهد. لطفاً کمی بعد یا با اینترنت دیگری دوباره تلاش کنید.",
    );
    const work = findWork(asked.body.details ?? "") ?? "";
    const [issuedAt = "", bits = "", salt = "", ...found] = work.split(".");
    for (const wrong of [
      asked.body.details,
      [issuedAt, bits, salt, ...found.toReversed()].join("."),
      [issuedAt, bits, salt, ...found.slice(1)].join("."),
      [issuedAt, "0", salt, ...found].join("."),
      [Number(issuedAt) + 1, bits, salt, ...found].join("."),
      [issuedAt, bits, "0".repeat(64), ...found].join("."),
      "1.2.3",
    ])
      expect(await mine.ask(phone, { work: wrong })).toMatchObject(WORK_NEEDED);
    expect(await mine.ask(other, { work })).toMatchObject(WORK_NEEDED);
    expect(await browser().ask(phone, { work })).toMatchObject(WORK_NEEDED);
    await shop.turnClock(301 * SECOND);
    expect(await mine.ask(phone, { work })).toMatchObject(WORK_NEEDED);
    await shop.turnClock(0);
    expect((await mine.ask(phone, { work })).status).toBe(200);
    expect((await mine.enter(phone, await codeFor(phone))).status).toBe(200);
    await shop.sql("DELETE FROM known_browser WHERE phone = ?1", phone);
    await shop.turnClock(2 * MINUTE);
    expect(await mine.ask(phone, { work })).toMatchObject(WORK_NEEDED);
  });

  test("the work doubles as a wide network gets more codes for work", async () => {
    await strangersAsked(1_000);
    const bitsFrom = async (address: string) => {
      const { body } = await browser("works", address).ask(newPhone());
      return Number((body.details ?? "").split(".")[1]);
    };
    const base = await bitsFrom("10.66.1.1");
    await shop.sql(
      `UPDATE sign_in_code SET network_hash = ?1, work = id
       WHERE phone = '9000000000' AND rowid % 25 = 0`,
      await shop.vault.fingerprint("network", "10.66.1.0/24"),
    );
    expect([await bitsFrom("10.66.1.200"), await bitsFrom("10.66.2.1")]).toEqual([base + 2, base]);
  });

  test("the last third of a budget is kept for phones with a verified identity", async () => {
    await strangersAsked(10_000 - 666);
    const proved = await shop.newShopper();
    const [user] = await shop.sql<{ phone: string }>(
      "SELECT phone FROM user WHERE id = ?1",
      proved.id,
    );
    const ask = async (to: string) => {
      const { ask } = browser();
      const { body } = await ask(to);
      return ask(to, { work: findWork(body.details ?? "") });
    };
    expect(await ask(newPhone())).toMatchObject({ status: 429, body: { code: "too_many" } });
    expect((await ask(user?.phone ?? "")).status).toBe(200);
  });

  test("a code survives a wrong guess, but each further guess costs work", async () => {
    await strangersAsked(500);
    await shop.sql("UPDATE sign_in_code SET tries = 1 WHERE phone = '9000000000'");
    const phone = newPhone();
    const { ask, enter, guess } = browser();
    await ask(phone);
    const code = await codeFor(phone);
    expect((await enter(phone, wrong(code))).status).toBe(401);
    const asked = await enter(phone, code);
    expect(asked).toMatchObject(WORK_NEEDED);
    const work = findWork(asked.body.details ?? "");
    expect(await guess(phone, wrong(code), work)).toMatchObject({ body: { code: "wrong_code" } });
    const next = await guess(phone, code, work);
    expect(next).toMatchObject(WORK_NEEDED);
    expect((await guess(phone, code, findWork(next.body.details ?? ""))).status).toBe(200);
  });
});

describe("a known browser", () => {
  /** Signs in from a browser; then the phone knows it. */
  async function known() {
    const phone = newPhone();
    const home = browser();
    await home.ask(phone);
    const { token = "" } = (await home.enter(phone, await codeFor(phone))).body;
    return { phone, token, ...home, own: { ...home.headers, Authorization: `Bearer ${token}` } };
  }

  test("has three codes a day outside the budget, then shares with strangers", async () => {
    const { phone, ask } = await known();
    for (let hour = 2; hour < 6; hour++) {
      await shop.turnClock(hour * HOUR);
      expect((await ask(phone)).status).toBe(200);
    }
    const sent = await shop.sql(
      "SELECT is_known_browser AS known FROM sign_in_code WHERE phone = ?1 ORDER BY created_at",
      phone,
    );
    expect(sent.map((row) => row["known"])).toEqual([0, 1, 1, 1, 0]);
  });

  test("has its own counter of wrong guesses", async () => {
    const { phone, ask, enter } = await known();
    await shop.sql(
      `INSERT INTO sign_in_code (id, phone, visitor_hash, address_hash, is_known_browser,
         code_hmac, tries, created_at, expires_at)
       SELECT 'known-' || ?1 || value, ?1, 'other', '', 1, '', 5, ?2, 0 FROM json_each('[1,2,3]')`,
      phone,
      Date.now() - 5 * HOUR,
    );
    await shop.turnClock(2 * MINUTE);
    await ask(phone);
    const code = await codeFor(phone);
    expect((await enter(phone, wrong(code))).body.code).toBe("wrong_code");
    expect((await enter(phone, code)).body.code).toBe("work_needed");
    // That counter does not limit strangers.
    const stranger = browser();
    expect((await stranger.ask(phone)).status).toBe(200);
    const second = await codeFor(phone);
    expect((await stranger.enter(phone, wrong(second))).body.code).toBe("wrong_code");
    expect((await stranger.enter(phone, second)).status).toBe(200);
  });

  test("is no longer known after signing out", async () => {
    const { phone, ask, own } = await known();
    await shop.ask(signOut, { headers: own });
    await shop.turnClock(2 * MINUTE);
    await ask(phone);
    expect(await shop.sql("SELECT 1 FROM known_browser WHERE phone = ?1", phone)).toEqual([]);
  });

  test("is the only browser in which its session works", async () => {
    const { own } = await known();
    expect((await shop.ask(getProfile, { headers: own })).status).toBe(200);
    for (const headers of [browser().headers, {}])
      expect(
        (await shop.ask(getProfile, { headers: { ...own, "X-Visitor": "", ...headers } })).status,
      ).toBe(401);
  });

  test("gets a code at once after ending all sessions, even when strangers spent the limits", async () => {
    const { phone, ask, enter, own } = await known();
    await shop.turnClock(2 * MINUTE);
    await shop.sql(
      `INSERT INTO sign_in_code (id, phone, visitor_hash, address_hash, is_known_browser,
         code_hmac, created_at, expires_at)
       SELECT 'all-' || value, iif(value < 10, ?1, '9000000000'), 'stranger', '', 0, '', ?2, 0
       FROM json_each(?3)`,
      phone,
      Date.now() + MINUTE,
      JSON.stringify(Array.from({ length: 2_010 }, (_, index) => index)),
    );
    onTestFinished(async () => {
      await shop.sql("DELETE FROM sign_in_code WHERE id LIKE 'all-%'");
    });
    expect((await shop.ask(signOutEverywhere, { headers: own })).status).toBe(200);
    expect((await browser().ask(phone)).status).toBe(429);
    const asked = await Promise.all(Array.from({ length: 5 }, () => ask(phone)));
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(1);
    const { status, body } = await enter(phone, await codeFor(phone));
    expect(status).toBe(200);
    // This works once a day, so that it does not bypass the budget.
    const again = { ...own, Authorization: `Bearer ${body.token ?? ""}` };
    expect((await shop.ask(signOutEverywhere, { headers: again })).status).toBe(200);
    await shop.turnClock(4 * MINUTE);
    expect((await ask(phone)).status).toBe(429);
  });

  test("gets that code only within fifteen minutes", async () => {
    const { phone, ask, own } = await known();
    await shop.ask(signOutEverywhere, { headers: own });
    await shop.turnClock(16 * MINUTE);
    await ask(phone);
    const [, sent] = await shop.sql(
      "SELECT is_known_browser AS known FROM sign_in_code WHERE phone = ?1 ORDER BY created_at",
      phone,
    );
    expect(sent).toEqual({ known: 0 });
  });
});

test("a refusal reads no more rows after 100,000 codes within a day", async () => {
  const ofOneNetwork = (count: number) =>
    shop.sql(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       INSERT INTO sign_in_code (id, phone, visitor_hash, address_hash, is_known_browser,
         code_hmac, created_at, expires_at, network_hash)
       SELECT 'crowd-' || ?2 || '-' || i, 'crowd-' || i, '', 'network', 0, '', ?1 - i, 0, 'network'
       FROM n`,
      Date.now() - HOUR,
      count,
    );
  const limits = {
    SENDS_PER_PHONE_HOUR: 5,
    SENDS_PER_PHONE_DAY: 10,
    SENDS_PER_PHONE_NETWORK_DAY: 3,
    SENDS_PER_ADDRESS_MINUTE: 10,
    SENDS_PER_DAY: 2_000,
    SENDS_BUDGETS_MAX: 5,
    SENDS_PER_ADDRESS_DAY: 400,
    SENDS_PER_NETWORK_DAY: 500,
  };
  const anybody = { phone: newPhone(), visitorHash: "", isKnownBrowser: false };
  const code = { id: "refused", hmac: "", referralCode: null, expiresAt: 0, work: null };
  const rowsToRefuse = async (addressHash: string) => {
    const requester = { ...anybody, addressHash, networkHash: addressHash };
    const measured = await Promise.all([
      shop.measure((db) => insertCode(db, requester, code, limits, Date.now())),
      shop.measure((db) => strangersSends(db, requester, limits, Date.now())),
    ]);
    expect(measured.flatMap(({ detours }) => detours)).toEqual([]);
    expect(measured[0].rows).toEqual([]);
    return measured.reduce((sum, { rowsRead }) => sum + rowsRead, 0);
  };
  const networks = ["network", "another network"];
  onTestFinished(async () => {
    await shop.sql("DELETE FROM sign_in_code WHERE address_hash = 'network'");
  });
  await ofOneNetwork(3_000);
  const early = await Promise.all(networks.map(rowsToRefuse));
  await ofOneNetwork(97_000);
  expect(await Promise.all(networks.map(rowsToRefuse))).toEqual(early);
});

describe("bad requests to sign in", () => {
  test.each(
    [
      [
        "",
        null,
        5,
        [],
        {},
        "12345",
        "02112345678",
        "91212345678",
        "abc",
        "9".repeat(500),
        true,
      ].map((value) => value),
    ]
      .flat()
      .map((value) => [value]),
  )("the phone %j is 422 and sends nothing", async (value) => {
    const before = await shop.sql("SELECT 1 FROM sign_in_code");
    const refused = await browser().ask(value);
    expect(refused.status).toBe(422);
    expect(refused.body.fields).toEqual({ username: "لطفا شماره موبایل خود را وارد کنید." });
    expect(await shop.sql("SELECT 1 FROM sign_in_code")).toHaveLength(before.length);
  });

  test.each([["123"], ["12345"], ["abcd"], [1234], [null], [""], ["12 4"]])(
    "the code %j is 422 and does not count as a guess",
    async (otp) => {
      const phone = newPhone();
      const { ask, enter } = browser();
      await ask(phone);
      expect((await enter(phone, otp)).status).toBe(422);
      expect(await shop.sql("SELECT tries FROM sign_in_code WHERE phone = ?1", phone)).toEqual([
        { tries: 0 },
      ]);
    },
  );
});

describe("a session", () => {
  test("is stored as a hash and ends with signing out", async () => {
    const phone = newPhone();
    const { ask, enter, headers } = browser();
    await ask(phone);
    const token = (await enter(phone, await codeFor(phone))).body.token;
    const bearer = { ...headers, Authorization: `Bearer ${token}` };
    const [row] = await shop.sql<{ token_hash: string }>(
      "SELECT token_hash FROM session s JOIN user u ON u.id = s.user_id WHERE u.phone = ?1",
      phone,
    );
    expect(row?.token_hash).not.toContain(token);
    expect((await shop.ask(getProfile, { headers: bearer })).status).toBe(200);
    await shop.ask(signOut, { headers: bearer });
    expect(await shop.ask(getProfile, { headers: bearer })).toMatchObject({
      status: 401,
      body: { message: "Invalid token." },
    });
  });

  test("ends in all browsers at once, together with pending codes", async () => {
    const phone = newPhone();
    const browsers = [browser(), browser(), browser()];
    const [lost, mine] = browsers;
    const tokens: string[] = [];
    for (const [index, { ask, enter }] of browsers.entries()) {
      await shop.turnClock(index * 61 * SECOND);
      await ask(phone);
      if (index < 2) tokens.push((await enter(phone, await codeFor(phone))).body.token ?? "");
    }
    const stranger = await shop.newShopper();
    /** The headers of the browser in which the session was opened. */
    const headersOf = (token: string) => ({
      ...browsers[tokens.indexOf(token)]?.headers,
      Authorization: `Bearer ${token}`,
    });
    const profile = (token = "") => shop.ask(getProfile, { headers: headersOf(token) });
    const leave = (token = "") => shop.ask(signOutEverywhere, { headers: headersOf(token) });
    expect([(await profile(tokens[0])).status, (await profile(tokens[1])).status]).toEqual([
      200, 200,
    ]);
    expect(await leave("nobody-at-all-has-this")).toMatchObject({
      status: 401,
      body: { message: "Invalid token." },
    });
    expect((await leave(tokens[1])).status).toBe(200);
    for (const token of tokens)
      expect(await profile(token)).toMatchObject({
        status: 401,
        body: { message: "Invalid token." },
      });
    expect((await leave(tokens[0])).status).toBe(401);
    expect((await browsers[2]?.enter(phone, await codeFor(phone)))?.status).toBe(401);
    expect((await stranger.ask(getProfile)).status).toBe(200);
    // Signing in again does not revive the old session.
    await shop.turnClock(5 * MINUTE);
    await mine?.ask(phone);
    expect((await mine?.enter(phone, await codeFor(phone)))?.status).toBe(200);
    expect((await profile(tokens[0])).status).toBe(401);
    expect((await lost?.enter(phone, await codeFor(phone)))?.status).toBe(401);
  });

  test.each(["by the shopper", "at the desk"])(
    "that is ended together with all others %s makes their browsers unknown to the phone",
    async (how) => {
      const [phone, otherPhone] = [newPhone(), newPhone()];
      const { ask, enter, headers } = browser();
      let minute = 0;
      const signIn = async (to: string) => {
        await shop.turnClock((minute += 2) * MINUTE);
        await ask(to);
        return (await enter(to, await codeFor(to))).body.token;
      };
      /** Whether the phone knows the browser: only then a second code can be requested at once. */
      const isKnown = async (to: string) => {
        await shop.turnClock((minute += 2) * MINUTE);
        expect((await browser().ask(to)).status).toBe(200);
        const { status, body } = await ask(to);
        return status === 200 || body.code;
      };
      const token = await signIn(phone);
      await signIn(otherPhone);
      expect([await isKnown(phone), await isKnown(otherPhone)]).toEqual([true, true]);
      if (how === "at the desk") {
        const { person } = (await shop.desk(findPerson, { body: { phone } })).body;
        expect((await shop.desk(signPersonOut, { params: { id: person.id } })).status).toBe(200);
      } else {
        const own = { ...headers, Authorization: `Bearer ${token}` };
        expect((await shop.ask(signOutEverywhere, { headers: own })).status).toBe(200);
        // The browser that ended the sessions may sign in again, once.
        expect([await isKnown(phone), await isKnown(otherPhone)]).toEqual([true, true]);
        minute += 60;
      }
      expect([await isKnown(phone), await isKnown(otherPhone)]).toEqual([
        "code_sent_recently",
        true,
      ]);
      await signIn(phone);
      expect(await isKnown(phone)).toBe(true);
    },
  );

  test.each([
    [undefined],
    ["Bearer"],
    ["Bearer short"],
    [`Bearer ${"x".repeat(43)}`],
    ["Basic abc"],
  ])("is required: a request with %s is answered with 401", async (header) => {
    const headers: Record<string, string> = header === undefined ? {} : { Authorization: header };
    for (const path of [
      "/users/profile",
      "/wallets/balance",
      "/carts",
      "/orders",
      "/bankcards",
      "/carts/product-count",
    ]) {
      expect(await shop.call("GET", path, undefined, headers)).toMatchObject({
        status: 401,
        body: { message: "Invalid token." },
      });
    }
  });

  test("keeps the first inviter of a new account", async () => {
    const inviter = await shop.newShopper();
    const { referral } = (await inviter.ask(getReferrals, { query: {} })).body;
    const phone = newPhone();
    const { ask, enter } = browser();
    await ask(phone, { referralCode: ` «${referral.code.toLowerCase()}»).\u200f` });
    await enter(phone, await codeFor(phone));
    expect(await shop.sql("SELECT inviter_id FROM user WHERE phone = ?1", phone)).toEqual([
      { inviter_id: inviter.id },
    ]);
    await shop.turnClock(2 * MINUTE);
    await ask(phone, { referralCode: "کد دوستم" });
    await enter(phone, await codeFor(phone));
    expect(await shop.sql("SELECT inviter_id FROM user WHERE phone = ?1", phone)).toEqual([
      { inviter_id: inviter.id },
    ]);
  });
});
