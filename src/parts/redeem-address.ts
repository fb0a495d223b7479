/** Puts a code into the address of its service. Spaces only group its signs; services refuse them. */
export function withCode(url: string, code: string): string {
  const signs = /^[\w\s-]+$/.test(code) ? code.replace(/\s/g, "") : code;
  return url.replaceAll("{code}", encodeURIComponent(signs));
}
