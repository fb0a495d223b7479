import type { closeDay } from "../../../contract/desk/closing.ts";
import { callDesk } from "./call.ts";

export interface Close {
  day: string;
  difference: number;
  gatewayAmount?: number;
  note?: string;
}

/** Closes a day for good. */
export function close(body: Close) {
  return callDesk<typeof closeDay>("POST", "/closings", { body, needs: ["closing"] });
}
