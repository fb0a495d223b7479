import type * as mainModule from "./index.ts";

declare global {
  namespace Cloudflare {
    /** The type of `exports` in the execution context: the shop's bindings to itself. */
    interface GlobalProps {
      mainModule: typeof mainModule;
    }
  }
}
