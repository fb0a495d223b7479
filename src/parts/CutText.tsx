import { cut } from "./cut.ts";
import { Tooltip } from "./Tooltip.tsx";

/** A text of at most so many characters; what was left out is told when it is asked for. */
export function CutText({ text, maximum }: { text: string; maximum: number }) {
  const shown = cut(text, maximum);
  return shown === text ? text : <Tooltip text={text}>{shown}</Tooltip>;
}
