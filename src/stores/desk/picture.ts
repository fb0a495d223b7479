import type { getImageLink } from "../../../contract/desk/upload.ts";
import { callDesk } from "./call.ts";

/**
 * Requests the URL of a picture, which works for two minutes. Each request is recorded in the log.
 */
export const linkPicture = (uploadId: string) =>
  callDesk<typeof getImageLink>("GET", "/uploads/:uploadId/link", {
    params: { uploadId },
    needs: ["url"],
  });
