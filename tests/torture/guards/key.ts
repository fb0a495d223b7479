import type { Guard } from "./guard.ts";
import { checks } from "./schema.ts";

export const guardsOfKey: Guard[] = [
  ...checks("unopenable_seal", {
    "(place IN ('code', 'bank_card', 'identity_request', 'outbox', 'gift', 'iban', 'code_import_line', 'cart_answer', 'order_answer', 'inquiry'))":
      "INSERT INTO unopenable_seal VALUES ('nowhere', 'none', 1)",
  }),
];
