import { PAGE_SIZE_MAX } from "../../../contract/page.ts";
import { createTicket } from "../../../contract/ticket.ts";
import { getTransactions } from "../../../contract/transaction.ts";
import { IMAGE_MAX_BYTES } from "../../../contract/upload.ts";
import { updateProfile } from "../../../contract/user.ts";
import { png } from "../../support/images.ts";
import { allowsOnly, constant, type Limit, place } from "./limit.ts";
import { TEXT } from "./ticket.ts";

export const limitsOfBase: Limit[] = [
  // The image is small; only the whole form is too large.
  constant("api/people/upload/routes.ts", "FORM_MAX_BYTES", "1_000_000_000", async (stage) => {
    const shopper = await stage.newShopper();
    const send = (length: number) => shopper.upload(png(), { other: "a".repeat(length) });
    await allowsOnly(
      send,
      { inside: IMAGE_MAX_BYTES, beyond: IMAGE_MAX_BYTES + 512 * 1024 },
      "image_too_large",
    );
  }),
  constant("api/shop.ts", "JSON_MAX_BYTES", "1_000_000_000", async (stage) => {
    const { askUntyped } = await stage.newShopper();
    const send = (length: number) =>
      askUntyped(updateProfile, { body: { other: "a".repeat(length) } });
    await allowsOnly(send, { inside: 64 * 1024 - 100, beyond: 64 * 1024 }, "too_large");
  }),
  constant("contract/page.ts", "PAGE_SIZE_MAX", "5_000", async (stage) => {
    const { ask } = await stage.newShopper();
    const list = (limit: number) => ask(getTransactions, { query: { limit } });
    await allowsOnly(list, { inside: PAGE_SIZE_MAX, beyond: PAGE_SIZE_MAX + 1 });
  }),
  place(
    "the length of an idempotency key",
    {
      file: "api/base/context.ts",
      find: /\{1,200\}\$\/\.test\(key\)/,
      replace: "{1,20000}$/.test(key)",
    },
    async (stage) => {
      const { ask } = await stage.newShopper();
      const open = (length: number) =>
        ask(createTicket, {
          body: { title: "عنوان", description: TEXT },
          idempotencyKey: "a".repeat(length),
        });
      await allowsOnly(open, { inside: 200, beyond: 201 });
    },
  ),
];
