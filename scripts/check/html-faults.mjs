import { HtmlValidate } from "html-validate";

const validator = new HtmlValidate({ extends: ["html-validate:standard"] });

/**
 * Returns the faults that html-validate finds in a page as the server sent it, each with its place.
 * @param {string} page
 * @returns {Promise<string[]>}
 */
export async function findHtmlFaults(page) {
  // Removes the style element that Astro itself adds to pages with islands.
  const html = page.replace(/<style>astro-[^<]*<\/style>/g, "");
  const { results } = await validator.validateString(html);
  const lines = html.split("\n");
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => {
      const place = lines[line - 1]?.slice(Math.max(0, column - 60), column + 60);
      return `${ruleId}: ${message} at «${place ?? ""}»`;
    }),
  );
}
