import { escapeXml } from "../seo/xml.ts";

/**
 * Returns a product's name as HTML. What the art and the region chip beside it say already («گیفت
 * کارت», the region at the end) stands in spans that narrow rows hide from the eye.
 */
export function nameInRow(name: string, region: string): string {
  const [start = ""] = /^(?:گیفت کارت|اشتراک) /.exec(name) ?? [];
  const end = name.endsWith(` ${region}`) ? ` ${region}` : "";
  const middle = name.slice(start.length, name.length - end.length);
  const spare = (text: string) => (text === "" ? "" : `<span>${escapeXml(text)}</span>`);
  return spare(start) + escapeXml(middle) + spare(end);
}
