/** Isolates a Latin number or code, so that surrounding Persian text does not reorder it. */
export function isolate(text: string): string {
  return `\u2066${text}\u2069`;
}
