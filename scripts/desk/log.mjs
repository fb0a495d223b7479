import { ask } from "./call.mjs";
import { plain } from "./print.mjs";

const LINES_MAX = 500;

/** The log of the desk, for owners. */
export const logCommands = {
  decisions: async (...words) => {
    const at = words.indexOf("--since");
    const since = at < 0 ? undefined : words.splice(at, 2)[1];
    if (at >= 0 && !since) throw new Error("Since which day? decisions --since 2026-11-23");
    const [operator] = words;
    const query = new URLSearchParams({
      sums: "days",
      ...(operator && { operator }),
      ...(since && { since }),
    });
    let [cursor, lines] = [null, 0];
    do {
      if (cursor !== null) query.set("cursor", cursor);
      const { decisions, nextCursor, days } = await ask("GET", `/decisions?${query}`);
      for (const sum of days)
        console.log(
          `${sum.day}  ${plain(sum.operator)}  ${sum.subject} ${sum.verdict}: ${sum.count}`,
        );
      if (lines === 0) console.log("");
      for (const line of decisions) console.log(describe(line));
      lines += decisions.length;
      cursor = nextCursor;
    } while (cursor !== null && lines < LINES_MAX);
    if (cursor !== null) console.log("More lines follow: name an operator or a later day.");
  },
};

function describe({
  createdAt,
  operator,
  subject,
  subjectId,
  verdict,
  before,
  after,
  note,
  network,
}) {
  const change = before === null && after === null ? "" : `  ${before ?? ""} → ${after ?? ""}`;
  const words = `  ${createdAt}  ${operator}  ${verdict} ${subject} ${subjectId}${change}`;
  return plain(`${words}  ${network}${note === null ? "" : `  «${note}»`}`);
}
