import type { NameRequest } from "../../../contract/user.ts";
import type { NameRequestRow } from "./statements.ts";
import { toIso } from "../../base/time.ts";

export function showNameRequest(row: NameRequestRow): NameRequest {
  return {
    id: row.id,
    firstName: row.asked_first_name,
    lastName: row.asked_last_name,
    status: row.status,
    createdAt: toIso(row.created_at),
    rejectionReason: row.rejection_reason,
  };
}
