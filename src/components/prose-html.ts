/**
 * Adds the markup that Markdown lacks. A quotation that begins with «نکته» or «توجه» in bold
 * becomes a note or a warning. A table can be wider than a phone, so it gets a container that
 * scrolls and takes the keyboard focus.
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
