/**
 * The content security policy of all pages. Astro adds the hashes of its own scripts and styles,
 * and the edge Worker sends the policy as a header.
 */

/**
 * Origin of the e-namad seal. It checks the site by the `Referer` header, so its link and image
 * send the origin (`referrerpolicy="origin"`).
 */
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
