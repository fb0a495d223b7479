import { cut } from "./cut.ts";
import { Tooltip } from "./Tooltip.tsx";

/** Cuts a text to `maximum` characters and shows the whole text in a tooltip. */
export function CutText({ text, maximum }: { text: string; maximum: number }) {
  const shown = cut(text, maximum);
  return shown === text ? text : <Tooltip text={text}>{shown}</Tooltip>;
}
