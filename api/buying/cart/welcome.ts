import { openWallet } from "../../money/wallet/ledger.ts";
import { openCart } from "./statements.ts";
import { welcomeInvitee } from "../discount-code/statements.ts";

/**
 * Gives a new account what belongs to it: the discount code of somebody who was invited, a wallet and
 * a cart. Who signs in again keeps theirs.
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
