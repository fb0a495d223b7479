/** Longer texts are no codes of one line, such as a link or a card number with its PIN. */
const ONE_LINE_MAX = 32;
const LONG_MIN = 20;

/** A code in groups, left to right, in one line. */
export function CodeText({ text }: { text: string }) {
  const isOneLine = text.length <= ONE_LINE_MAX && /^[\w\s-]+$/.test(text);
  const size = text.length >= LONG_MIN ? "code-long" : "";
  return (
    <bdi
      lang="en"
      dir="ltr"
      className={`code-text code-shown select-all ${isOneLine ? size : "code-wrapped"}`}
    >
      {(isOneLine ? groupsOf(text) : [text]).map((part, index) => (
        <span key={index} className={part === "-" ? "code-dash" : "code-group"}>
          {part}
        </span>
      ))}
    </bdi>
  );
}

/** Keeps the groups that the code comes in, with the dashes between them; else makes fours. */
function groupsOf(text: string): string[] {
  const parts = text.match(/-|[^\s-]+/g) ?? [text];
  return parts.length > 1 ? parts : (text.match(/.{1,4}/g) ?? [text]);
}
