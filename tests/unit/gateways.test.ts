import { expect, test } from "vitest";
import { readSettings } from "../../api/base/settings.ts";
import { openGateways } from "../../api/outside/gateways.ts";
import { gatewayOfAuthority } from "../../persian/gateway.ts";

const key = Buffer.alloc(32).toString("base64");
const settings = readSettings({
  PUBLIC_ORIGIN: "https://shop.example",
  ZARINPAL_MERCHANT_ID: "2c1a5b7e-6d3f-4f0a-9b8c-1e2d3c4b5a69",
  ZARINPAL_ACCESS_TOKEN: "x",
  ZARINPAL_TERMINAL_ID: "1",
  KAVENEGAR_API_KEY: "x",
  CODE_KEYS: JSON.stringify({ 1: key }),
  HMAC_KEY: key,
});

test("a gateway without settings is not offered, and the state of its older payments is unknown", async () => {
  const gateways = openGateways(settings, Date.now, fetch);
  expect(gateways.names).toEqual(["zarinpal"]);
  const zibal = gateways.of({ gateway: "zibal" });
  const payment = { authority: "Z12345678", refId: "1", paidToman: 1, amountToman: 1 };
  const refund = { ...payment, earlierToman: 0, description: "x" };
  expect(await zibal.verify(payment)).toEqual({ kind: "unknown" });
  expect(await zibal.listUnverified()).toBeNull();
  expect(await zibal.refund(refund)).toEqual({ kind: "not_read" });
  expect(await zibal.hasRefunded(refund)).toBe("unknown");
});

test("the gateway is recognised by the form of the authority", () => {
  expect(gatewayOfAuthority("Z3714061356")).toBe("zibal");
  expect(gatewayOfAuthority(`A${"0".repeat(35)}`)).toBe("zarinpal");
  expect(gatewayOfAuthority(`Z${"0".repeat(35)}`)).toBe("zarinpal");
});
