import type { APIResponse, Page } from "@playwright/test";
import { operatorHeaders } from "./shop.ts";

/** Makes a call of the desk as an operator of the shop. */
export function askDesk(page: Page, path: string, data: object): Promise<APIResponse> {
  return page.request.post(`/desk/v1${path}`, { headers: operatorHeaders(), data });
}
