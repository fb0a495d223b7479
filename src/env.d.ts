declare namespace App {
  interface Locals {
    /** Calls the shop: `/api/v1` + path. The edge decides which shop that is; pages never choose it. */
    shop: (path: string, init?: RequestInit) => Promise<Response>;
  }
}
