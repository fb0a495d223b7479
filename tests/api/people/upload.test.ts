import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { addBankCard, deleteBankCard, getBankCards } from "../../../contract/bank-card.ts";
import { decideIdentityRequest } from "../../../contract/desk/identity.ts";
import { endOperator } from "../../../contract/desk/operator.ts";
import { newOperator } from "../../support/operator.ts";
import { getImageLink } from "../../../contract/desk/upload.ts";
import { createIdentityRequest } from "../../../contract/identity.ts";
import { signOut } from "../../../contract/sign-in.ts";
import { createTicket, replyToTicket } from "../../../contract/ticket.ts";
import type { uploadImage } from "../../../contract/upload.ts";
import {
  JFIF,
  bytesOf,
  exifOf,
  jpeg,
  png,
  riff,
  riffChunk,
  segment,
  vp8l,
  vp8x,
} from "../../support/images.ts";
import type { AnswerTo, TestShopper } from "../../support/shop.ts";
import { sendUpload, upload } from "../../support/upload.ts";
import { useShop } from "../../support/use-shop.ts";
import { DAY } from "../../support/time.ts";

const MEGABYTE = 1024 * 1024;

const shop = useShop();

const person = () => shop.newShopper({ cardStatus: "none", isVerified: false });
const addressOf = (answer: AnswerTo<typeof uploadImage>) => answer.body.imageUrl;

function read(shopper: { token: string }, address: string): Promise<Response> {
  return fetch(`${shop.stack.url}${address}`, {
    headers: { Authorization: `Bearer ${shopper.token}` },
  });
}

/** Counts the stored images by counting the files of the local bucket. */
async function countObjects(): Promise<number> {
  const files = await readdir(join(shop.stack.dataDir, "state"), {
    recursive: true,
    withFileTypes: true,
  });
  return files.filter((file) => file.isFile() && /r2.*blobs$/.test(file.parentPath)).length;
}

async function countRows(shopper: TestShopper): Promise<number> {
  const [row] = await shop.sql<{ count: number }>(
    "SELECT count(*) AS count FROM upload WHERE user_id = ?1",
    shopper.id,
  );
  return row?.count ?? -1;
}

describe("an image", () => {
  it.each([
    ["image/jpeg", "jpg", jpeg({ width: 24 }), jpeg({ width: 24 })],
    [
      "image/jpeg",
      "jpg",
      jpeg({ before: [JFIF, exifOf(1), segment(0xfe, "35.6892 N 51.3890 E")] }),
      jpeg(),
    ],
    ["image/png", "png", png(), png()],
    [
      "image/webp",
      "webp",
      riff(vp8x(0x0c), vp8l(), riffChunk("EXIF", "GPS"), riffChunk("XMP ", "<x/>")),
      riff(vp8x(0), vp8l()),
    ],
  ])(
    "of type %s comes back to its owner without metadata",
    async (mediaType, extension, sent, kept) => {
      const shopper = await person();
      const answer = await upload(shop, shopper, sent, {
        name: "../../evil.html",
        type: "text/html",
      });
      expect(answer.status).toBe(200);
      const address = addressOf(answer);
      expect(address).toMatch(/^\/api\/v1\/uploads\/[A-Za-z0-9_-]{22}$/);
      expect(answer.body).toEqual({ imageUrl: address, server2Response: { imageUrl: address } });

      const image = await read(shopper, address);
      expect(image.status).toBe(200);
      expect(new Uint8Array(await image.arrayBuffer())).toEqual(kept);
      expect(Object.fromEntries(image.headers)).toMatchObject({
        "content-type": mediaType,
        "content-length": String(kept.length),
        "content-disposition": `inline; filename="${address.split("/").at(-1) ?? ""}.${extension}"`,
        "content-security-policy": "default-src 'none'; sandbox",
        "cross-origin-resource-policy": "same-origin",
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      });
    },
  );

  it("loses the video and the zeros that phones append to it", async () => {
    const shopper = await person();
    for (const picture of [jpeg(), png(), riff(vp8l())]) {
      const film = bytesOf(picture, "\0\0\0\u0018ftypmp42", "\0".repeat(4096));
      const answer = await upload(shop, shopper, film);
      const kept = await (await read(shopper, addressOf(answer))).arrayBuffer();
      expect(new Uint8Array(kept)).toEqual(new Uint8Array(picture));
    }
  });

  it("keeps its orientation and no other metadata", async () => {
    const shopper = await person();
    const answer = await upload(shop, shopper, jpeg({ before: [exifOf(6)] }));
    const kept = Buffer.from(await (await read(shopper, addressOf(answer))).arrayBuffer()).toString(
      "latin1",
    );
    expect(kept).toContain("Exif");
    expect(kept).not.toContain("GPS");
    expect(kept).not.toContain("Sam");
  });

  it("is visible to its owner only, and other people's and unknown ones have the same answer", async () => {
    const [owner, stranger] = [await person(), await person()];
    const address = addressOf(await upload(shop, owner, png()));
    const answers = await Promise.all(
      [
        address,
        "/api/v1/uploads/AAAAAAAAAAAAAAAAAAAAAA",
        "/api/v1/uploads/x",
        "/api/v1/uploads/%00",
        "/api/v1/uploads/%2e%2e%2f",
      ].map(async (path) => {
        const answer = await read(stranger, path);
        return [answer.status, await answer.text()];
      }),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.[0]).toBe(404);
    expect((await read(owner, address)).status).toBe(200);
  });

  it("is not shown after signing out", async () => {
    const shopper = await person();
    const address = addressOf(await upload(shop, shopper, png()));
    await shopper.ask(signOut);
    expect((await read(shopper, address)).status).toBe(401);
    expect((await fetch(`${shop.stack.url}${address}`)).status).toBe(401);
    expect((await upload(shop, { token: "nobody-at-all-has-this" }, png())).status).toBe(401);
  });
});

describe("a file that is not an image", () => {
  it.each([
    [
      "an SVG with a script",
      bytesOf('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    ],
    ["an HTML page", bytesOf("<!doctype html><script>alert(1)</script>")],
    ["a PDF", bytesOf("%PDF-1.7\n%%EOF")],
    ["a video", bytesOf("\0\0\0\u0018ftypmp42\0\0\0\0mp42isom")],
    ["a GIF with a script", bytesOf("GIF89a/*\u0001\u0000*/=1;alert(1)")],
    ["half a JPEG", jpeg().slice(0, 60)],
    ["half a PNG", png().slice(0, 50)],
    ["half a WebP", riff(vp8l()).slice(0, 20)],
    ["a PNG whose data is no picture", png({ data: bytesOf("PK\u0003\u0004") })],
    ["an image of 2,500 megapixels", png({ width: 50_000, height: 50_000 })],
  ])("is refused and not stored: %s", async (_what, file) => {
    const shopper = await person();
    const objects = await countObjects();
    const answer = await upload(shop, shopper, file);
    expect(answer).toMatchObject({
      status: 422,
      body: { code: "not_an_image", message: "فرمت فایل باید تصویر باشد" },
    });
    expect(await countRows(shopper)).toBe(0);
    expect(await countObjects()).toBe(objects);
  });

  it.each([
    ["an empty body", "", { "content-type": "multipart/form-data; boundary=x" }, 400],
    [
      "a truncated form",
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nabc',
      { "content-type": "multipart/form-data; boundary=x" },
      400,
    ],
    ["a form without a boundary", "abc", { "content-type": "multipart/form-data" }, 400],
    [
      "a form without parts",
      "--x--\r\n",
      { "content-type": "multipart/form-data; boundary=x" },
      422,
    ],
    ["JSON", '{"image":"x"}', { "content-type": "application/json" }, 422],
    ["a URL-encoded form", "image=x", { "content-type": "application/x-www-form-urlencoded" }, 422],
    ["the image without a form", png(), { "content-type": "image/png" }, 422],
  ])("is refused as %s", async (_what, body, headers, status) => {
    const answer = await sendUpload(shop, await person(), body, headers);
    expect([answer.status, answer.body.code]).toEqual([
      status,
      status === 400 ? "malformed" : "no_file",
    ]);
  });

  it("is refused when the field is empty, a text or has another name", async () => {
    const shopper = await person();
    const text = new FormData();
    text.append("image", "https://example.com/card.jpg");
    const answers = [
      await sendUpload(shop, shopper, text),
      await upload(shop, shopper, new Uint8Array()),
      await upload(shop, shopper, png(), { field: "file" }),
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 422,
        body: { code: "no_file", message: "لطفا یک فایل انتخاب کنید" },
      });
  });
});

describe("the size of uploads", () => {
  /** A JPEG of exactly `size` bytes, filled up with repeated tables. */
  function jpegOf(size: number) {
    const table = segment(
      0xdb,
      [0],
      Array.from({ length: 64 }, () => 1),
    );
    const small = jpeg().length;
    const tables = Math.floor((size - small) / table.length);
    const filling = size - small - tables * table.length;
    return jpeg({
      before: [JFIF, Buffer.alloc(tables * table.length, table), Buffer.alloc(filling, 0xff)],
    });
  }

  it("is limited to five megabytes per image", async () => {
    const shopper = await person();
    const whole = jpegOf(5 * MEGABYTE);
    expect(whole.length).toBe(5 * MEGABYTE);
    expect((await upload(shop, shopper, whole)).status).toBe(200);
    const objects = await countObjects();
    for (const size of [5 * MEGABYTE + 1, 40 * MEGABYTE]) {
      const answer = await upload(shop, shopper, jpegOf(size));
      expect(answer).toMatchObject({
        status: 413,
        body: { code: "image_too_large", message: "حجم فایل باید کمتر از 5MB باشد" },
      });
    }
    expect([await countRows(shopper), await countObjects()]).toEqual([1, objects]);
  });

  it("is limited to twenty images a day, also at once", async () => {
    const [shopper, other] = [await person(), await person()];
    const objects = await countObjects();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => upload(shop, shopper, png())),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20);
    const refused = answers.filter((answer) => answer.status !== 200);
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 429, body: { code: "too_many" } });
    expect(await countRows(shopper)).toBe(20);
    await expect.poll(countObjects).toBe(objects + 20);

    const wait = Number((await upload(shop, shopper, png())).headers.get("Retry-After"));
    expect(wait).toBeGreaterThan(DAY / 1000 - 120);
    expect(wait).toBeLessThanOrEqual(DAY / 1000);
    expect((await upload(shop, other, png())).status).toBe(200);

    await shop.turnClock((wait + 1) * 1000);
    expect((await upload(shop, shopper, png())).status).toBe(200);
    await shop.turnClock(0);
  });

  it("does not count refused files towards the twenty images of a day", async () => {
    const shopper = await person();
    for (let count = 0; count < 25; count++) await upload(shop, shopper, bytesOf("no image"));
    expect((await upload(shop, shopper, png())).status).toBe(200);
  });
});

describe("a storage that fails", () => {
  afterEach(() => shop.trouble({}));

  it.each(["before", "after"] as const)(
    "stores nothing of an unacknowledged upload (%s)",
    async (mode) => {
      const shopper = await person();
      const objects = await countObjects();
      await shop.trouble({ storage: { call: "put", mode } });
      const refused = await upload(shop, shopper, png());
      expect(refused).toMatchObject({ status: 503, body: { code: "unavailable" } });
      expect(refused.headers.get("Retry-After")).toBeTruthy();
      expect([await countRows(shopper), await countObjects()]).toEqual([0, objects]);
      await shop.trouble({});
      expect((await upload(shop, shopper, png())).status).toBe(200);
    },
  );

  it("answers 503 for an image and shows it later", async () => {
    const shopper = await person();
    const address = addressOf(await upload(shop, shopper, png()));
    await shop.trouble({ storage: { call: "get", mode: "before" } });
    const refused = await read(shopper, address);
    expect([
      refused.status,
      refused.headers.get("Retry-After"),
      refused.headers.get("Cache-Control"),
    ]).toEqual([503, "5", "private, no-store"]);
    expect(await refused.json()).toMatchObject({ code: "unavailable" });
    await shop.trouble({});
    expect((await read(shopper, address)).status).toBe(200);
  });

  it("does not stop other jobs when it cannot be listed", async () => {
    await shop.trouble({ storage: { call: "list", mode: "before" } });
    await shop.sql(
      "INSERT INTO rate_limit (kind, who, window_start, count) VALUES ('old', 'old', 0, 1)",
    );
    await shop.runJobs();
    expect(await shop.sql("SELECT 1 FROM rate_limit WHERE kind = 'old'")).toEqual([]);
  });
});

describe("deleting an image", () => {
  afterEach(() => shop.turnClock(0));

  const statusesAt = async (aheadMs: number, shopper: TestShopper, addresses: string[]) => {
    await shop.turnClock(aheadMs);
    await shop.runJobs();
    const statuses = [];
    for (const address of addresses) statuses.push((await read(shopper, address)).status);
    return statuses;
  };
  const idOf = (address: string) => address.split("/").at(-1) ?? "";

  it("happens after a day without use, not while a decision is pending", async () => {
    const shopper = await shop.newShopper({ cardStatus: "none" });
    const addresses = [
      addressOf(await upload(shop, shopper, jpeg())),
      addressOf(await upload(shop, shopper, png())),
    ];
    const card = {
      cardNumber: shopper.cardNumber,
      cardOwner: "نگار آزمون",
      cardImage: addresses[1],
    };
    expect((await shopper.askUntyped(addBankCard, { body: card })).status).toBe(200);
    const before = await countObjects();
    expect(await statusesAt(DAY - 60_000, shopper, addresses)).toEqual([200, 200]);
    expect(await statusesAt(DAY + 60_000, shopper, addresses)).toEqual([404, 200]);
    expect(await countObjects()).toBeLessThan(before);
    // Deleting an undecided card deletes its picture.
    const [row] = await shop.sql<{ id: string }>(
      "SELECT id FROM bank_card WHERE user_id = ?1",
      shopper.id,
    );
    expect((await shopper.ask(deleteBankCard, { params: { id: row?.id ?? "" } })).status).toBe(200);
    expect(await statusesAt(DAY + 60_000, shopper, addresses)).toEqual([404, 404]);
  });

  it("happens 30 days after verification or 7 after rejection of its last use", async () => {
    const shopper = await person();
    const [verified = "", rejected = "", shared = ""] = await Promise.all(
      [png(), png(), jpeg()].map(async (image) => addressOf(await upload(shop, shopper, image))),
    );
    const others = [await person(), await person()];
    const add = async (cardImage: string, owner: { cardNumber: string }) => {
      const card = { cardNumber: owner.cardNumber, cardOwner: "نگار آزمون", cardImage };
      return (await shopper.ask(addBankCard, { body: card })).body.bankCard.id;
    };
    const cards = [
      await add(verified, shopper),
      await add(rejected, others[0] ?? shopper),
      await add(shared, others[1] ?? shopper),
    ];
    const proof = {
      IdentificationDocumentImage: shared,
      cardNumber: shopper.cardNumber,
      cardOwner: "نگار آزمون",
    };
    const filed = (await shopper.ask(createIdentityRequest, { body: proof })).body;
    const no = { status: "rejected", rejectionReason: "تصویر خوانا نیست" };
    await shop.look(decideIdentityRequest, filed.authorization.id);
    for (const [path, verdict] of [
      // This also verifies the first card, which has the same number.
      [`/authorizes/${filed.authorization.id}`, { status: "verified" }],
      [`/bankcards/${cards[1] ?? ""}`, no],
      [`/bankcards/${cards[2] ?? ""}`, no],
    ] as const)
      expect([path, (await shop.deskCall("PUT", path, verdict)).status]).toEqual([path, 200]);
    const images = [verified, rejected, shared];
    expect(await statusesAt(7 * DAY - 60_000, shopper, images)).toEqual([200, 200, 200]);
    expect(await statusesAt(7 * DAY + 60_000, shopper, images)).toEqual([200, 404, 200]);
    expect(await statusesAt(30 * DAY - 60_000, shopper, images)).toEqual([200, 404, 200]);
    expect(await statusesAt(30 * DAY + 60_000, shopper, images)).toEqual([404, 404, 404]);
    expect(await countRows(shopper)).toBe(0);
    // The decided cards stay, without pictures.
    const { bankCards } = (await shopper.ask(getBankCards)).body;
    expect(bankCards).toHaveLength(3);
    for (const card of bankCards) expect(card).toMatchObject({ cardImage: "" });
    expect(await shop.desk(getImageLink, { params: { uploadId: idOf(verified) } })).toMatchObject({
      status: 404,
      body: { code: "image_gone" },
    });
  });

  it("is retried when the storage fails; the image is hidden from the first try", async () => {
    const shopper = await person();
    const address = addressOf(await upload(shop, shopper, png()));
    // The storage refuses a list with a key that is too long.
    const tooLong = "k".repeat(1025);
    await shop.sql(
      `INSERT INTO upload (id, user_id, media_type, size_bytes, created_at)
       VALUES (?1, ?2, 'image/png', 1, 0)`,
      tooLong,
      shopper.id,
    );
    const objects = await countObjects();
    expect(await statusesAt(DAY + 60_000, shopper, [address])).toEqual([404]);
    expect([await countObjects(), await countRows(shopper)]).toEqual([objects, 2]);
    const card = { cardNumber: shopper.cardNumber, cardOwner: "نگار آزمون", cardImage: address };
    expect(await shopper.ask(addBankCard, { body: card })).toMatchObject({
      status: 422,
      body: { code: "image_not_found" },
    });
    const use = `INSERT INTO ticket
      (id, user_id, title, description, upload_id, created_at, updated_at)
      VALUES ('t', ?1, '', '', ?2, 0, 0)`;
    await expect(shop.sql(use, shopper.id, idOf(address))).rejects.toThrow(
      "an image that goes does not stay",
    );
    await shop.sql("DELETE FROM upload WHERE id = ?1", tooLong);
    await shop.runJobs();
    expect([await countObjects(), await countRows(shopper)]).toEqual([objects - 1, 0]);
  });

  it.each(["before", "after"] as const)(
    "happens in the next run when the storage did not answer (%s)",
    async (mode) => {
      const shopper = await person();
      const address = addressOf(await upload(shop, shopper, png()));
      const objects = await countObjects();
      await shop.trouble({ storage: { call: "delete", mode } });
      expect(await statusesAt(DAY + 60_000, shopper, [address])).toEqual([404]);
      expect(await countRows(shopper)).toBe(1);
      await shop.trouble({});
      await shop.runJobs();
      expect([await countRows(shopper), await countObjects()]).toEqual([0, objects - 1]);
    },
  );

  it("includes objects without a row after a day, page by page", async () => {
    const shopper = await person();
    const [stray, known] = [
      addressOf(await upload(shop, shopper, png())),
      addressOf(await upload(shop, shopper, png())),
    ];
    await shopper.ask(createTicket, {
      body: { title: "تصویر", description: "تصویری که می‌ماند", imageUrl: known },
    });
    await shop.sql("DELETE FROM upload WHERE id = ?1", idOf(stray));
    await shop.runJobs();
    const objects = await countObjects();
    const isThere = async () => {
      const restored = `INSERT INTO upload (id, user_id, media_type, size_bytes, created_at)
         VALUES (?1, ?2, 'image/png', 1, ?3)`;
      await shop.sql(restored, idOf(stray), shopper.id, Date.now() + 9 * DAY);
      const { status } = await read(shopper, stray);
      await shop.sql("DELETE FROM upload WHERE id = ?1", idOf(stray));
      return status === 200;
    };
    expect(await isThere()).toBe(true);
    // The job continues after its saved key and starts again at the end.
    await shop.sql(
      `INSERT INTO job_place (job, place) VALUES ('stray objects', '~')
       ON CONFLICT (job) DO UPDATE SET place = '~'`,
    );
    await shop.turnClock(DAY + 60_000);
    await shop.runJobs();
    expect(await isThere()).toBe(true);
    expect(await shop.sql("SELECT place FROM job_place WHERE job = 'stray objects'")).toEqual([
      { place: "" },
    ]);
    await shop.runJobs();
    expect(await isThere()).toBe(false);
    expect(await countObjects()).toBeLessThan(objects);
    expect((await read(shopper, known)).status).toBe(200);
  });
});

describe("an operator", () => {
  it("sees an image at an address for two minutes, and that is recorded", async () => {
    const [shopper, other] = [await person(), await person()];
    const [id = "", otherId = ""] = await Promise.all(
      [shopper, other].map(
        async (owner) =>
          addressOf(await upload(shop, owner, png()))
            .split("/")
            .at(-1) ?? "",
      ),
    );
    await shop.turnClock(0);
    const link = await shop.desk(getImageLink, { params: { uploadId: id } });
    const { url, expiresAt } = link.body;
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(120_000);
    const seen = await fetch(`${shop.stack.url}${url}`);
    const own = await read(shopper, `/api/v1/uploads/${id}`);
    expect(seen.status).toBe(200);
    expect(new Uint8Array(await seen.arrayBuffer())).toEqual(
      new Uint8Array(await own.arrayBuffer()),
    );
    for (const name of [
      "Content-Type",
      "Content-Disposition",
      "Content-Security-Policy",
      "Cross-Origin-Resource-Policy",
      "X-Content-Type-Options",
      "Cache-Control",
    ]) {
      expect([name, seen.headers.get(name)]).toEqual([name, own.headers.get(name)]);
    }
    expect(
      await shop.sql(
        "SELECT operator, verdict, subject FROM desk_decision WHERE subject_id = ?1",
        id,
      ),
    ).toEqual([{ operator: "local", verdict: "viewed", subject: "upload" }]);
    const later = url.replace(/\.(\d+)\./, (_, at: string) => `.${String(Number(at) + 1000)}.`);
    const forged = [
      url.replace(id, otherId),
      later,
      url.slice(0, -1),
      `${url}0`,
      url.replace(/\.[0-9a-f]+$/, ""),
      "/desk/v1/images/x",
    ];
    for (const address of forged)
      expect([address, (await fetch(`${shop.stack.url}${address}`)).status]).toEqual([
        address,
        404,
      ]);
    await shop.turnClock(120_001);
    expect((await fetch(`${shop.stack.url}${url}`)).status).toBe(404);
    await shop.turnClock(0);
    expect((await shop.desk(getImageLink, { params: { uploadId: "none" } })).status).toBe(404);
  });

  it("cannot use the address any more once they or their token have ended", async () => {
    const id = addressOf(await upload(shop, await person(), png()))
      .split("/")
      .at(-1);
    const operator = await newOperator(shop, { role: "support" });
    const { url } = (await operator.ask(getImageLink, { params: { uploadId: id ?? "" } })).body;
    const statusOf = async () => (await fetch(`${shop.stack.url}${url}`)).status;
    expect(await statusOf()).toBe(200);
    const params = { name: operator.name };
    expect((await shop.desk(endOperator, { params })).status).toBe(200);
    expect(await statusOf()).toBe(404);
  });

  it("can view an image without keeping it from deletion, unlike a ticket or message", async () => {
    const shopper = await person();
    const [ofTicket, ofMessage, ofNothing] = [
      addressOf(await upload(shop, shopper, png())),
      addressOf(await upload(shop, shopper, png())),
      addressOf(await upload(shop, shopper, png())),
    ];
    const opened = await shopper.ask(createTicket, {
      body: { title: "تصویر", description: "تصویری که نگه داشته می‌شود", imageUrl: ofTicket },
    });
    const { id } = opened.body.ticket;
    await shopper.ask(replyToTicket, {
      params: { id },
      body: { content: "تصویر دیگری از همان", imageUrl: ofMessage },
    });
    await shop.turnClock(DAY + 1000);
    await shop.runJobs();
    const statuses = [];
    for (const address of [ofTicket, ofMessage, ofNothing])
      statuses.push((await read(shopper, address)).status);
    expect(statuses).toEqual([200, 200, 404]);
    await shop.turnClock(0);
  });
});
