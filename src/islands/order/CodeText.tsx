/**
 * The longest text that is drawn as a code in one line. Links, and card numbers with a PIN, are
 * longer.
 */
const ONE_LINE_MAX = 32;
const LONG_MIN = 20;

/**
 * A code in groups, left to right, in one line. The gaps are CSS, so that a copy by hand is the
 * stored text.
 */
export function CodeText({ text }: { text: string }) {
  const isOneLine = text.length <= ONE_LINE_MAX && /^[\w -]+$/.test(text);
  const size = text.length >= LONG_MIN ? "code-long" : "";
  return (
    <bdi
      lang="en"
      dir="ltr"
      translate="no"
      className={`code-text code-shown ${isOneLine ? size : "code-wrapped"}`}
    >
      {isOneLine ? groupsOf(text).map(drawGroup) : text}
    </bdi>
  );
}

function drawGroup(part: string, index: number) {
  if (part.startsWith(" ")) return part;
  return (
    <span key={index} className={part === "-" ? "code-dash" : "code-group"}>
      {part}
    </span>
  );
}

/** Keeps the groups of the code and their separators; without separators, makes groups of four. */
function groupsOf(text: string): string[] {
  const parts = text.match(/-| +|[^ -]+/g) ?? [text];
  return parts.length > 1 ? parts : (text.match(/.{1,4}/g) ?? [text]);
}
