/** Keeps a Latin number or code from being reordered by the Persian text around it. */
export function isolate(text: string): string {
  return `\u2066${text}\u2069`;
}
