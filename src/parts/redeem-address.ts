/**
 * Puts a code into the URL of its service, without its spaces: they only group the characters, and
 * services refuse them.
 */
export function withCode(url: string, code: string): string {
  const characters = /^[\w\s-]+$/.test(code) ? code.replace(/\s/g, "") : code;
  return url.replaceAll("{code}", encodeURIComponent(characters));
}
