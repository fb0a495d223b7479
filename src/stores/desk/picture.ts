import type { getImageLink } from "../../../contract/desk/upload.ts";
import { callDesk } from "./call.ts";

/** Asks for the address of a picture, which opens for two minutes. Each time it is a line in the log. */
export const linkPicture = (uploadId: string) =>
  callDesk<typeof getImageLink>("GET", "/uploads/:uploadId/link", {
    params: { uploadId },
    needs: ["url"],
  });
