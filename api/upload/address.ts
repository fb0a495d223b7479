import { BASE_PATH } from "../../contract/endpoints.ts";

/** Where the owner of an image finds it. */
export function addressOfUpload(id: string): string {
  return `${BASE_PATH}/uploads/${id}`;
}

/** The upload that such an address names. */
export function uploadIdOf(address: string): string {
  return address.slice(address.lastIndexOf("/") + 1);
}
