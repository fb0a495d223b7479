import { expect, vi } from "vitest";
import {
  type ProductOptions,
  type Row,
  type ShopperOptions,
  person,
  productRows,
  shopperRows,
} from "../../support/fill.ts";
import { png } from "../../support/images.ts";
import { createNearBank } from "../model/near-bank.ts";
import { type NearShopOptions, openNearShop } from "../model/near-shop.ts";
import { renewSessions } from "../model/world.ts";

/** A shop of its own for each attack, with a clock that the attack turns. Nothing in it but what the attack puts there. */

export type Answer = Awaited<ReturnType<ReturnType<typeof openNearShop>["ask"]>>;
export type Stage = ReturnType<typeof openStage>;
export type Shopper = Awaited<ReturnType<Stage["newShopper"]>>;
type Method = "GET" | "POST" | "PUT" | "DELETE";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** Midnight: every window that attempts are counted in begins here. */
const STARTS_AT = Date.UTC(2026, 10, 21);

export function openStage(options: NearShopOptions) {
  const bank = createNearBank();
  const mail = {
    EMAIL_ORIGIN: bank.origin,
    EMAIL_API_KEY: "near",
    EMAIL_FROM: "post@shop.example",
  };
  const shop = openNearShop(bank, { ...options, vars: { ...mail, ...options.vars } });
  let now = STARTS_AT;
  let people = 0;
  let products = 0;
  shop.setClock(now);
  vi.stubGlobal("fetch", bank.fetch);

  async function write(rows: readonly Row[]): Promise<void> {
    for (const { text, values } of rows)
      await shop.sql(text, ...(values as (string | number | null)[]));
  }

  const askAs =
    (token: string) =>
    (
      method: Method,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Answer> =>
      shop.ask({ method, path: `/api/v1${path}`, token, body, headers });

  const anyone = askAs("");

  return {
    shop,
    bank,
    anyone,
    now: () => now,
    pass(byMs: number): void {
      now += byMs;
      shop.setClock(now);
    },
    desk: (method: Method, path: string, body?: unknown): Promise<Answer> =>
      shop.ask({ method, path: `/desk/v1${path}`, token: shop.deskToken, body, headers: {} }),
    async newShopper(who: ShopperOptions = {}) {
      const number = ++people;
      await write(await shopperRows(shop.vault, [number], who));
      await renewSessions(shop, now);
      const { token } = person(number);
      const send = (form: FormData) => {
        const headers = { Authorization: `Bearer ${token}` };
        return shop.fetch(
          new Request("https://shop.example/api/v1/uploads", {
            method: "POST",
            headers,
            body: form,
          }),
        );
      };
      return {
        ...person(number),
        ask: askAs(token),
        /** Sends an image, and other fields of the form if there are any. */
        async upload(
          image: Uint8Array<ArrayBuffer> = png(),
          fields: Record<string, string> = {},
        ): Promise<Answer> {
          const form = new FormData();
          for (const [name, value] of Object.entries(fields)) form.append(name, value);
          form.append("image", new Blob([image], { type: "image/png" }), "photo.png");
          const answer = await send(form);
          return { status: answer.status, body: (await answer.json()) as Answer["body"] };
        },
      };
    },
    async newProduct(what: ProductOptions = {}): Promise<string> {
      const id = `product-${String(++products)}`;
      await write(await productRows(shop.vault, [id], what));
      return id;
    },
    /** Asks for a one-time code from a browser and an address. */
    requestCode: (
      phone: string,
      { browser = "browser", address = "10.0.0.1" } = {},
    ): Promise<Answer> =>
      anyone(
        "POST",
        "/auth",
        { username: phone },
        { "X-Visitor": browser, "X-Client-Address": address },
      ),
    /** The code that was sent last, and one that it is not. */
    lastCode() {
      const right = new URLSearchParams(bank.lastPost()).get("token") ?? "";
      expect(right).toMatch(/^\d{4}$/);
      return { right, wrong: String((Number(right) + 1) % 10_000).padStart(4, "0") };
    },
    enter: (phone: string, otp: string, browser = "browser"): Promise<Answer> =>
      anyone("POST", "/auth/verify", { username: phone, otp }, { "X-Visitor": browser }),
    askAs,
  };
}

/** What an answer says under a name. */
export const said = ({ body }: Answer, name: string): string => String(body[name]);
