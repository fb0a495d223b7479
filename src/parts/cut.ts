/** Cuts a text to `maximum` characters, and adds an ellipsis if it was longer. */
export function cut(text: string, maximum: number): string {
  const characters = Array.from(text);
  return characters.length > maximum ? `${characters.slice(0, maximum).join("").trimEnd()}…` : text;
}
