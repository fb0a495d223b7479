/** What a page may load. Astro adds the hashes of its own scripts and styles, and the edge sends it as a header. */

/** Where the e-namad seal is drawn. It checks who shows it by the address a browser sends along (`referrerpolicy="origin"`). */
export const TRUST_SEAL_ORIGIN = "https://trustseal.enamad.ir";

export function contentPolicy({ hasTrustSeal }: { hasTrustSeal: boolean }) {
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `img-src 'self' data: blob:${hasTrustSeal ? ` ${TRUST_SEAL_ORIGIN}` : ""}`,
    "manifest-src 'self'",
    "object-src 'none'",
    "worker-src 'self'",
  ] as const;
}
