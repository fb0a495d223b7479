import { expect, test } from "vitest";
import { structuredText } from "../../src/seo/structured-data.ts";

test("no name ends the script that search engines read, nor opens a comment in it", () => {
  const name = "</script><script>alert(1)</script><!--";
  const text = structuredText([{ name }]);
  expect(text).not.toContain("<");
  expect(JSON.parse(text)).toMatchObject({ "@graph": [{ name }] });
});
