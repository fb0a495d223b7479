import type { Page } from "@playwright/test";

/** Finds markup that the HTML standard or the ARIA patterns forbid and that axe lets pass. */
export async function findMarkupFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const report = (why: string, elements: Iterable<Element>) => {
      for (const element of elements)
        faults.push(`${why}: ${element.outerHTML.replace(/\s+/g, " ").slice(0, 120)}`);
    };
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    report("a list of terms with something else in it", [
      ...all("dl > :not(dt, dd, div)"),
      ...all("dl > div > :not(dt, dd)"),
    ]);
    report("an aside without a name", all("aside:not([aria-label], [aria-labelledby])"));
    report("a part of a phone number in a field for whole ones", [
      ...all("input[type=tel][autocomplete^='tel-']"),
    ]);
    report(
      "a tab without its panel",
      all("[role=tab]").filter((tab) => {
        const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
        const isNamed =
          tab.ariaSelected !== "true" || panel?.getAttribute("aria-labelledby") === tab.id;
        return panel?.role !== "tabpanel" || !isNamed;
      }),
    );
    report(
      "an id that stands twice",
      all("[id]").filter(
        ({ id }) => document.getElementById(id) !== all(`#${CSS.escape(id)}`).at(-1),
      ),
    );
    report(
      "a block within text",
      all(":is(p, span, button, label, h1, h2, h3, dt) :is(div, p, ul, ol, dl, table, section)"),
    );
    report(
      "a control within a control",
      all(":is(button, a[href]) :is(button, a[href], input, select)"),
    );
    report("a list with something else in it", all(":is(ul, ol) > :not(li, script, template)"));
    return faults;
  });
}
