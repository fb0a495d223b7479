import { isReturnTarget } from "../../contract/pages.ts";

/**
 * Returns the path if signing in may lead back to it, else null; paths to other sites are refused.
 */
export function toReturnPath(value: string | null): string | null {
  if (!value || !/^\/(?![/\\])/.test(value)) return null;
  const url = URL.parse(value, location.origin);
  if (url?.origin !== location.origin) return null;
  return isReturnTarget(url.pathname) ? url.pathname + url.search : null;
}
