import { toDeskReturn } from "../../../stores/desk/session.ts";

/** Leads on to the page that was asked for. */
export function goOn(): void {
  location.replace(toDeskReturn(new URLSearchParams(location.search).get("return")));
}
