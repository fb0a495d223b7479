import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import type { Shop } from "../../api/base/context.ts";
import { readImage } from "../../api/base/image/image.ts";
import { storeImage } from "../../api/people/upload/store.ts";
import { png } from "../support/images.ts";

const reported = vi.spyOn(console, "error").mockImplementation(() => {});
afterEach(() => reported.mockClear());
afterAll(() => reported.mockRestore());

/**
 * A shop with a stubbed storage and a database that has no row and answers INSERT with `insert`.
 */
function shopWith({
  put = () => {},
  remove = () => {},
  insert = () => ({ id: "x" }) as object | null,
}) {
  const objects = new Set<string>();
  const inserted: string[] = [];
  const first = (sql: string) => {
    if (!sql.startsWith("INSERT")) return null;
    inserted.push(sql);
    return insert();
  };
  const shop = {
    now: () => 0,
    vault: { fingerprint: () => Promise.resolve("") },
    db: {
      prepare: (sql: string) => ({
        bind: () => ({ first: async () => Promise.resolve(first(sql)) }),
      }),
    },
    uploads: {
      put: async (id: string) => Promise.resolve(put()).then(() => objects.add(id)),
      delete: async (id: string) => Promise.resolve(remove()).then(() => objects.delete(id)),
    },
  } as unknown as Shop;
  return { shop, objects, inserted };
}

const fail = (message: string) => () => {
  throw new Error(message);
};
const image = readImage(png());
if (!image) throw new Error("The test's own image is invalid");

describe("an image that is being stored", () => {
  it("is written to the storage before its row", async () => {
    const { shop, objects } = shopWith({
      insert: () => ({ objects: expect(objects.size).toBe(1) }),
    });
    const stored = await storeImage(shop, "sara", image);
    expect(stored).toEqual({ kind: "stored", id: [...objects][0] });
  });

  it("gets no row when the storage fails, and the shopper may try again", async () => {
    const { shop, objects, inserted } = shopWith({
      put: fail("We encountered an internal error (10001)"),
    });
    expect(await storeImage(shop, "sara", image)).toEqual({ kind: "unavailable" });
    expect([objects.size, inserted.length]).toEqual([0, 0]);
    expect(reported).toHaveBeenCalledOnce();
  });

  it("keeps its object when the database's answer is lost, since its row may exist", async () => {
    const { shop, objects } = shopWith({ insert: fail("D1_ERROR: lost") });
    await expect(storeImage(shop, "sara", image)).rejects.toThrow("D1_ERROR: lost");
    expect(objects.size).toBe(1);
  });

  it("leaves no object when another upload has just used up the daily limit", async () => {
    const { shop, objects } = shopWith({ insert: () => null });
    expect(await storeImage(shop, "sara", image)).toMatchObject({ kind: "too_many" });
    expect(objects.size).toBe(0);
  });

  it("reports an object that it could not remove, and still answers", async () => {
    const { shop } = shopWith({ insert: () => null, remove: fail("gone too") });
    expect(await storeImage(shop, "sara", image)).toMatchObject({ kind: "too_many" });
    expect(reported.mock.calls.join()).toContain("gone too");
  });
});
