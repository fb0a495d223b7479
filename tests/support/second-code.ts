import { expect } from "vitest";
import { sendSecondCode, verifySecondCode } from "../../contract/second-code.ts";
import type { TestShop } from "./shop.ts";
import type { MoreHeaders } from "./wire-request.ts";

/** Requests a second code and sends it, as the dialog of the pages does. */
export async function typeSecondCode(
  shop: TestShop,
  { phone, token }: { phone: string; token: string },
  more: MoreHeaders = {},
): Promise<void> {
  const { ask } = shop.withToken(token);
  expect((await ask(sendSecondCode, more)).status).toBe(200);
  const [message] = await shop.sandbox.messages(phone);
  const typed = await ask(verifySecondCode, { ...more, body: { otp: message?.code ?? "" } });
  expect(typed.status).toBe(200);
}
