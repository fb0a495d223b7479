import { HonoRequest } from "hono/request";
import { expect, test } from "vitest";
import { isSameOrigin } from "../../worker/same-origin.ts";

const OWN = "https://shop.example";
const asked = (headers: Record<string, string>) =>
  isSameOrigin(new HonoRequest(new Request(`${OWN}/api/v1/orders`, { headers })));

test.each<Record<string, string>>([
  { Origin: OWN },
  { "Sec-Fetch-Site": "same-origin" },
  { Origin: OWN, "Sec-Fetch-Site": "same-origin" },
])("trusts the shop's own page: %j", (headers) => expect(asked(headers)).toBe(true));

test.each<Record<string, string>>([
  {},
  { Origin: "http://shop.example" },
  { Origin: "https://shop.example.evil.example" },
  { Origin: "https://sub.shop.example" },
  { Origin: "https://shop.example:8443" },
  { Origin: "null" },
  { Origin: "" },
  { "Sec-Fetch-Site": "none" },
  { "Sec-Fetch-Site": "same-site" },
  { "Sec-Fetch-Site": "cross-site", Origin: OWN },
  { "Sec-Fetch-Site": "same-origin", Origin: "https://evil.example" },
])("refuses any other origin: %j", (headers) => expect(asked(headers)).toBe(false));
