/**
 * Returns the canonical form of a path, so that no guard can be bypassed: `/dashboard/`,
 * `//dashboard`, `/%64ashboard` and `/dashboard.html` all become `/dashboard`. Returns null for
 * suspicious paths (encoded slashes, control characters, double encoding).
 */
export function canonicalPath(pathname: string): string | null {
  if (/%(?:2f|5c|23|3f)/i.test(pathname)) return null;
  const decoded = decode(pathname);
  if (decoded === null || /[\p{Cc}\\%?#;]/u.test(decoded)) return null;
  const segments = decoded.split("/").filter((segment) => segment !== "" && segment !== ".");
  if (segments.includes("..")) return null;
  const path = `/${segments.join("/")}`
    .replace(/(?:\/index)?\.html?$/i, "")
    .replace(/\/index$/i, "");
  return encodeURI(path === "" ? "/" : path);
}

/** True for a base path itself and for everything below it. */
export const isBelow = (path: string, base: string): boolean =>
  path === base || path.startsWith(`${base}/`);

function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}
