import { openWallet } from "../../money/wallet/ledger.ts";
import { openCart } from "./statements.ts";
import { welcomeInvitee } from "../discount-code/statements.ts";

/**
 * Creates the wallet and the cart of a new account and, if the person was invited, a discount code.
 * Does nothing for an existing account.
 */
export const welcome = (
  db: D1Database,
  { phone, ...gift }: { phone: string; userId: string; id: string; code: string },
  now: number,
): D1PreparedStatement[] => [
  welcomeInvitee(db, gift, now),
  openWallet(db, phone),
  openCart(db, phone),
];
