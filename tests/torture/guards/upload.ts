import { expect } from "vitest";
import { addBankCard } from "../../../contract/bank-card.ts";
import { createTicket } from "../../../contract/ticket.ts";
import { UPLOADS_PER_DAY_MAX } from "../../../contract/upload.ts";
import { png } from "../../support/images.ts";
import { upload } from "../../support/upload.ts";
import { one } from "../plant.ts";
import { expectRefused, type Guard, sql, succeeds, where } from "./guard.ts";
import { owner, stranger } from "./owners.ts";
import { checks, lived, refused, set } from "./schema.ts";

export const guardsOfUpload: Guard[] = [
  where(
    "the number of images in a day",
    "created_at > ?5 - 86400000) < ?6",
    "created_at > ?5 - 86400000) < ?6 + 99",
    async ({ shop, meanwhile }) => {
      const shopper = await shop.newShopper();
      const others = sql(
        `INSERT INTO upload (id, user_id, media_type, size_bytes, created_at)
         SELECT 'many-' || value, ?1, 'image/png', 1, ?2 FROM json_each(?3)`,
        shopper.id,
        Date.now(),
        JSON.stringify(Array.from({ length: UPLOADS_PER_DAY_MAX }, (_, index) => index)),
      );
      expectRefused(
        await meanwhile("INSERT INTO upload", [others], () => upload(shop, shopper, png())),
      );
    },
  ),
  ...[
    ["the number of uploads in a day", "FROM upload WHERE user_id = ?2 AND created_at > ?5"],
    ["the upload that ends the wait", "FROM upload WHERE user_id = ?1 AND created_at > ?2"],
  ].map(([what = "", find = ""]) =>
    owner(what, find, async ({ shop, things }) => {
      await shop.sql(
        `INSERT INTO upload (id, user_id, media_type, size_bytes, created_at)
         SELECT 'many-' || value, ?1, 'image/png', 1, ?2 FROM json_each(?3)`,
        things.owner.id,
        Date.now(),
        JSON.stringify(Array.from({ length: UPLOADS_PER_DAY_MAX }, (_, index) => index)),
      );
      await succeeds(upload(shop, await shop.newShopper(), png()));
    }),
  ),
  owner(
    "using an image",
    "FROM upload WHERE id = ?2 AND user_id = ?1 AND delete_at IS NOT 0",
    stranger(createTicket, "imageUrl"),
  ),
  owner(
    "the reason why an image cannot be used",
    "FROM upload WHERE id = ?3 AND user_id = ?1 AND delete_at IS NOT 0",
    stranger(addBankCard, "cardImage"),
  ),
  owner("opening an image", "FROM upload WHERE id = ?1 AND user_id = ?2", async ({ shop }) => {
    const { body } = await upload(shop, await shop.newShopper(), png());
    const { token } = await shop.newShopper();
    const answer = await fetch(`${shop.stack.url}${body.imageUrl}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(404);
  }),
  ...checks("upload", {
    "(media_type IN ('image/jpeg', 'image/png', 'image/webp'))": set(
      "upload",
      "media_type = 'image/svg+xml'",
    ),
  }),
  refused(
    "trigger upload_goes",
    `UPDATE upload SET delete_at = 0 WHERE id = ${one("upload", "true")}`,
    "UPDATE upload SET delete_at = NULL WHERE delete_at = 0",
  ),
  ...lived(async (shop) => upload(shop, await shop.newShopper(), png()), "upload_came"),
];
