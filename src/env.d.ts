declare namespace App {
  interface Locals {
    /** Calls the shop's API: `/api/v1` + path. The edge Worker provides it. */
    shop: (path: string, init?: RequestInit) => Promise<Response>;
    /** Calls the desk's API as the operator who requested the page: `/desk/v1` + path. */
    desk: (path: string, init?: RequestInit) => Promise<Response>;
    /** The operator who requested a page of the desk; the edge refuses everybody else. */
    operator?: {
      name: string;
      role: "viewer" | "support" | "finance" | "owner";
      areas: (
        | "goods"
        | "codes"
        | "tickets"
        | "papers"
        | "people"
        | "money"
        | "figures"
        | "log"
        | "settings"
      )[];
      isPerson: boolean;
      isSession: boolean;
      hasPasskey: boolean;
      lacksPasskey: boolean;
      isAlone: boolean;
      expiresAt: string;
    };
    /** Why the page of the desk is closed to the operator. */
    closed?: "role" | "area";
    /**
     * Why the page of a closed shop is shown. `isPayment`: to somebody who comes from the bank.
     * `hasSecret`: at an address with a secret behind its #.
     */
    closure?:
      | { isOut: false; reason: string; closedAt: string; reopensAt: string | null }
      | { isOut: true; isPayment: boolean; hasSecret: boolean };
  }
}
