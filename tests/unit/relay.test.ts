import { once } from "node:events";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readSettings } from "../../api/base/settings.ts";
import { openGateways } from "../../api/outside/gateways.ts";
import { createFetch } from "../../api/outside/relay.ts";

/** The header by which a relay in front of a provider recognises the shop. */

const TOKEN = "a-long-random-token";
const received: Record<"relay" | "provider", (string | undefined)[]> = { relay: [], provider: [] };
const servers: Server[] = [];

async function listen(name: keyof typeof received): Promise<string> {
  const server = createServer((request, response) => {
    received[name].push(request.headers["x-relay-token"]?.toString());
    response.end("{}");
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

let relay = "";
let provider = "";
beforeAll(async () => {
  relay = await listen("relay");
  provider = await listen("provider");
});
beforeEach(() => {
  received.relay = [];
  received.provider = [];
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const settingsOf = (more: object) =>
  readSettings({
    PUBLIC_ORIGIN: "https://shop.example",
    ZARINPAL_MERCHANT_ID: "2c1a5b7e-6d3f-4f0a-9b8c-1e2d3c4b5a69",
    ZARINPAL_ACCESS_TOKEN: "x",
    ZARINPAL_TERMINAL_ID: "1",
    KAVENEGAR_API_KEY: "x",
    CODE_KEYS: JSON.stringify({ 1: Buffer.alloc(32).toString("base64") }),
    HMAC_KEY: Buffer.alloc(32).toString("base64"),
    ...more,
  });

test("reaches the relay with each request to it, and no provider", async () => {
  const settings = settingsOf({
    RELAY_ORIGIN: relay,
    RELAY_TOKEN: TOKEN,
    ZARINPAL_ORIGIN: relay,
    ZARINPAL_GRAPHQL_ORIGIN: provider,
  });
  const gateway = openGateways(settings, Date.now, createFetch(settings)).of({
    gateway: "zarinpal",
  });
  const payment = { authority: "A1", refId: "1", paidToman: 1_000, amountToman: 1_000 };
  await gateway.verify(payment);
  await gateway.hasRefunded({ ...payment, earlierToman: 0 });
  expect(received).toEqual({ relay: [TOKEN], provider: [undefined] });
});

test("is sent to nobody when it is not set, and is set with the relay only", async () => {
  await createFetch(settingsOf({ ZARINPAL_ORIGIN: relay }))(`${relay}/pg`);
  expect(received.relay).toEqual([undefined]);
  expect(() => settingsOf({ RELAY_ORIGIN: relay })).toThrow("belong together");
});
