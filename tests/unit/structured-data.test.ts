import { expect, test } from "vitest";
import { structuredText } from "../../src/seo/structured-data.ts";

test("a name can neither close the script with structured data nor open a comment in it", () => {
  const name = "</script><script>alert(1)</script><!--";
  const text = structuredText([{ name }]);
  expect(text).not.toContain("<");
  expect(JSON.parse(text)).toMatchObject({ "@graph": [{ name }] });
});
