import { expect, test } from "vitest";
import { tellEmptyThread } from "../../src/islands/ticket/empty-thread.ts";

test("an open ticket without messages says when the shop will answer", () => {
  for (const status of ["Open", "In Progress", "User Responded"] as const)
    expect(tellEmptyThread(status)).toBe(
      "نوشته‌تان به ما رسید. از ساعت ۸ تا ۲۴ پاسخ می‌دهیم و پیامک می‌زنیم.",
    );
  expect(tellEmptyThread("Closed")).toBe("هیچ پیامی موجود نیست.");
});
