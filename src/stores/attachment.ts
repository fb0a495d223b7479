import type { Messages } from "./messages.ts";
import type { Upload } from "./upload.ts";

/** Waits for the optional image of a form. If the upload failed, the form must not be sent. */
export async function finishAttachment(
  upload: Upload,
): Promise<{ imageUrl: string | null } | { messages: Messages }> {
  const imageUrl = await upload.finish();
  if (upload.$upload.get().state !== "failed") return { imageUrl };
  return { messages: { "": "تصویر بارگذاری نشد. آن را دوباره بارگذاری یا حذف کنید." } };
}
