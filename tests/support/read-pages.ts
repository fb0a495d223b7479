interface Page {
  nextCursor: string | null;
}

/** Reads all pages of a list, each with the cursor of the page before. */
export async function readPages<Read extends Page>(
  read: (query: { cursor?: string }) => Promise<Read>,
): Promise<Read[]> {
  const pages = [await read({})];
  for (let last = pages[0]; last && last.nextCursor !== null; last = pages.at(-1))
    pages.push(await read({ cursor: last.nextCursor }));
  return pages;
}
