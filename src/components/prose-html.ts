/**
 * Adds the markup that Markdown lacks. A quotation that begins with «نکته» or «توجه» in bold
 * becomes a note or a warning. A table can be wider than its column, so it gets a container that
 * scrolls and takes the keyboard focus; on phones its rows are cards, whose cells name their column.
 */
export function finishProse(html: string): string {
  return html
    .replace(/<blockquote>(?=\s*<p><strong>نکته:)/g, `<blockquote class="note">`)
    .replace(/<blockquote>(?=\s*<p><strong>توجه:)/g, `<blockquote class="note warning">`)
    .replace(
      /<table>.*?<\/table>/gs,
      (table) =>
        `<div class="table-scroll" role="group" aria-label="جدول" tabindex="0">${nameCells(table)}</div>`,
    );
}

/** Gives each cell the title of its column. */
function nameCells(table: string): string {
  const names = [...table.matchAll(/<th\b[^>]*>(.*?)<\/th>/gs)].map(([, name = ""]) =>
    name.replace(/<[^>]+>/g, ""),
  );
  return table.replace(/<tr>.*?<\/tr>/gs, (row) => {
    let column = 0;
    return row.replace(/<td\b/g, () => `<td data-column="${names[column++] ?? ""}"`);
  });
}
