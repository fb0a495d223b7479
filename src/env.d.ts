declare namespace App {
  interface Locals {
    /** Calls the shop's API: `/api/v1` + path. The edge Worker provides it. */
    shop: (path: string, init?: RequestInit) => Promise<Response>;
  }
}
