import type * as mainModule from "./index.ts";

declare global {
  namespace Cloudflare {
    /** Types `exports` of the context: the shop's bindings to itself. */
    interface GlobalProps {
      mainModule: typeof mainModule;
    }
  }
}
