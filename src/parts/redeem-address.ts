/** Puts a code into the address of its service. Spaces only group its characters; services refuse them. */
export function withCode(url: string, code: string): string {
  const characters = /^[\w\s-]+$/.test(code) ? code.replace(/\s/g, "") : code;
  return url.replaceAll("{code}", encodeURIComponent(characters));
}
