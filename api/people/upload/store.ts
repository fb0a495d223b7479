import { readFirst } from "../../base/batch.ts";
import { UPLOADS_PER_DAY_MAX } from "../../../contract/upload.ts";
import type { Shop } from "../../base/context.ts";
import { randomId, sha256 } from "../../base/vault.ts";
import type { Image } from "../../base/image/image.ts";
import { report } from "../../base/image/report.ts";
import * as statements from "./statements.ts";

type Stored =
  | { kind: "stored"; id: string }
  | { kind: "too_many"; retryAfterSeconds: number }
  | { kind: "unavailable" };

/**
 * Stores an image for its owner. The object is written before the row, so that every row has its
 * object; an object that gets no row is removed.
 */
export async function storeImage(shop: Shop, userId: string, image: Image): Promise<Stored> {
  const { db, uploads, vault, now } = shop;
  const wait = await secondsUntilNextUpload(shop, userId);
  if (wait !== null) return { kind: "too_many", retryAfterSeconds: wait };
  const id = randomId();
  try {
    await uploads.put(id, image.bytes, { httpMetadata: { contentType: image.mediaType } });
  } catch (error) {
    report("An image was not stored", error);
    await discard(uploads, id);
    return { kind: "unavailable" };
  }
  const upload = {
    id,
    userId,
    mediaType: image.mediaType,
    sizeBytes: image.bytes.length,
    fingerprint: await vault.fingerprint("picture", await sha256(image.bytes)),
  };
  // If the database's answer is lost, the row may exist and need its object. Without a row, the
  // sweep removes the object after a day.
  const row = await statements.insertUpload(db, upload, UPLOADS_PER_DAY_MAX, now()).first();
  if (row) return { kind: "stored", id };
  await discard(uploads, id);
  return { kind: "too_many", retryAfterSeconds: (await secondsUntilNextUpload(shop, userId)) ?? 1 };
}

async function secondsUntilNextUpload({ db, now }: Shop, userId: string): Promise<number | null> {
  const moment = now();
  const limiting = await readFirst(
    statements.findLimitingUpload(db, userId, UPLOADS_PER_DAY_MAX, moment),
  );
  return limiting && (limiting.over_at - moment) / 1000;
}

/**
 * Removes an object that got no row. A failure is only logged: no row names the object, and the
 * sweep removes it later.
 */
async function discard(uploads: R2Bucket, id: string): Promise<void> {
  try {
    await uploads.delete(id);
  } catch (error) {
    report(`The object ${id} has no row and was not removed`, error);
  }
}
