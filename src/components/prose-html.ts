/**
 * What Markdown cannot say: a quotation that begins with «نکته» or «توجه» in bold is a note or a warning, and a table may be
 * wider than a phone, so it scrolls by itself and can be reached by keyboard.
 */
export function finishProse(html: string): string {
  return html
    .replace(/<blockquote>(?=\s*<p><strong>نکته:)/g, `<blockquote class="note">`)
    .replace(/<blockquote>(?=\s*<p><strong>توجه:)/g, `<blockquote class="note warning">`)
    .replace(
      /<table>/g,
      `<div class="table-scroll" role="group" aria-label="جدول" tabindex="0"><table>`,
    )
    .replace(/<\/table>/g, "</table></div>");
}
