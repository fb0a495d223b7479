/** At most so many characters, with an ellipsis when some were left out. */
export function cut(text: string, maximum: number): string {
  const characters = Array.from(text);
  return characters.length > maximum ? `${characters.slice(0, maximum).join("").trimEnd()}…` : text;
}
