import { expect, vi } from "vitest";
import type { DeskEndpoint } from "../../../contract/desk/endpoint.ts";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { BASE_PATH } from "../../../contract/endpoints.ts";
import type { AnyRequest, RequestArguments } from "../../../contract/request.ts";
import { requestCode, verifyCode } from "../../../contract/sign-in.ts";
import { uploadImage } from "../../../contract/upload.ts";
import {
  type ProductOptions,
  type Row,
  type ShopperOptions,
  person,
  productRows,
  shopperRows,
} from "../../support/fill.ts";
import { png } from "../../support/images.ts";
import type { Answer, AnswerTo } from "../../support/shop.ts";
import {
  type MoreHeaders,
  deskRequest,
  guest,
  requestBelow,
  shopRequest,
} from "../../support/wire-request.ts";
import { createNearBank } from "../model/near-bank.ts";
import { type NearShopOptions, openNearShop } from "../model/near-shop.ts";
import { renewSessions } from "../model/world.ts";

/** An empty shop for each attack, with a clock that the attack controls. */

export type Stage = ReturnType<typeof openStage>;
export type Shopper = Awaited<ReturnType<Stage["newShopper"]>>;

/** Midnight UTC, when the window of every rate limit begins. */
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

  /** Makes calls of the contract with a session, or as a guest. */
  const askAs =
    (caller: { token: string | undefined }) =>
    <Call extends Endpoint>(
      endpoint: Call,
      ...request: RequestArguments<Call, MoreHeaders>
    ): Promise<AnswerTo<Call>> =>
      shop.ask(shopRequest(caller, endpoint, ...request)) as Promise<AnswerTo<Call>>;

  const anyone = askAs(guest);

  return {
    shop,
    bank,
    anyone,
    now: () => now,
    pass(byMs: number): void {
      now += byMs;
      shop.setClock(now);
    },
    desk: <Call extends DeskEndpoint>(
      endpoint: Call,
      ...request: RequestArguments<Call>
    ): Promise<AnswerTo<Call>> =>
      shop.ask(deskRequest(shop, endpoint, ...request)) as Promise<AnswerTo<Call>>,
    async newShopper(who: ShopperOptions = {}) {
      const number = ++people;
      await write(await shopperRows(shop.vault, [number], who));
      await renewSessions(shop, now);
      const { token } = person(number);
      const send = (form: FormData) => {
        const headers = { Authorization: `Bearer ${token}` };
        return shop.fetch(
          new Request(`https://shop.internal${BASE_PATH}${uploadImage.path}`, {
            method: "POST",
            headers,
            body: form,
          }),
        );
      };
      return {
        ...person(number),
        ask: askAs({ token }),
        /** Like `ask`, with a request that the contract may refuse. */
        askUntyped: (endpoint: Endpoint, request: AnyRequest): Promise<Answer> =>
          shop.ask(requestBelow(BASE_PATH, token, endpoint, request)),
        /** Sends an image and perhaps other fields of the form. */
        async upload(
          image: Uint8Array<ArrayBuffer> = png(),
          fields: Record<string, string> = {},
        ): Promise<AnswerTo<typeof uploadImage>> {
          const form = new FormData();
          for (const [name, value] of Object.entries(fields)) form.append(name, value);
          form.append("image", new Blob([image], { type: "image/png" }), "photo.png");
          const answer = await send(form);
          return {
            status: answer.status,
            headers: answer.headers,
            body: (await answer.json()) as AnswerTo<typeof uploadImage>["body"],
          };
        },
      };
    },
    async newProduct(what: ProductOptions = {}): Promise<string> {
      const id = `product-${String(++products)}`;
      await write(await productRows(shop.vault, [id], what));
      return id;
    },
    /** Requests a sign-in code from a browser and an address. */
    requestCode: (
      phone: string,
      {
        browser = "browser",
        address = "10.0.0.1",
        work = null,
      }: { browser?: string; address?: string; work?: string | null } = {},
    ) =>
      anyone(requestCode, {
        body: { username: phone, work },
        headers: { "X-Visitor": browser, "X-Client-Address": address },
      }),
    /** Returns the code that was sent last, and a wrong one. */
    lastCode() {
      const right = new URLSearchParams(bank.lastPost()).get("token") ?? "";
      expect(right).toMatch(/^\d{4}$/);
      return { right, wrong: String((Number(right) + 1) % 10_000).padStart(4, "0") };
    },
    enter: (phone: string, otp: string, browser = "browser") =>
      anyone(verifyCode, { body: { username: phone, otp }, headers: { "X-Visitor": browser } }),
    askAs,
  };
}
