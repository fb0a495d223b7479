import { BASE_PATH } from "../../../contract/endpoints.ts";

/** Returns the address at which the owner of an image can load it. */
export function addressOfUpload(id: string): string {
  return `${BASE_PATH}/uploads/${id}`;
}

/** Returns the id of the upload in such an address. */
export function uploadIdOf(address: string): string {
  return address.slice(address.lastIndexOf("/") + 1);
}
