import { toDeskReturn } from "../../../stores/desk/session.ts";

/** Opens the page of the desk that was requested before the operator had to enter. */
export function goOn(): void {
  location.replace(toDeskReturn(new URLSearchParams(location.search).get("return")));
}
