import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { APIResponse, Page } from "@playwright/test";

/** Makes a call of the desk as an operator of the shop. */
export function askDesk(page: Page, path: string, data: object): Promise<APIResponse> {
  const secrets = readFileSync(
    join(process.env["E2E_PEOPLE_FOLDER"] ?? "", "..", "secrets.json"),
    "utf8",
  );
  const { DESK_TOKEN } = JSON.parse(secrets) as { DESK_TOKEN: string };
  return page.request.post(`/desk/v1${path}`, {
    headers: { Authorization: `Bearer ${DESK_TOKEN}` },
    data,
  });
}
