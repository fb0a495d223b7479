import { atom, type ReadableAtom } from "nanostores";
import { brokenPhoto, preparePhoto, SENT_TYPES } from "./photo.ts";
import { sendImage } from "./send-image.ts";

export type UploadState =
  | { state: "none"; message: string }
  /**
   * While the photo is prepared there is no preview: the browser may be unable to show the
   * original.
   */
  | { state: "sending"; file: File; previewUrl: string | null; percent: number }
  | { state: "failed"; file: File; previewUrl: string; message: string }
  | { state: "done"; file: File; previewUrl: string; imageUrl: string };

/** The image of one form. It is uploaded as soon as it is chosen, before the form is sent. */
export interface Upload {
  $upload: ReadableAtom<UploadState>;
  choose: (file: File) => void;
  retry: () => void;
  remove: () => void;
  /** Waits for an upload in progress. Returns the image's address, or null without an image. */
  finish: () => Promise<string | null>;
}

export const ACCEPTED_TYPES = SENT_TYPES.join(",");

/** Section 11.1 has this sentence with Latin digits. */
const TOO_LARGE = "حجم فایل باید کمتر از 5MB باشد";

export function createUpload(maxBytes: number): Upload {
  const $upload = atom<UploadState>({ state: "none", message: "" });
  let sending = new AbortController();
  let ending: Promise<void> = Promise.resolve();

  const forget = (message: string) => {
    const before = $upload.get();
    sending.abort();
    if (before.state !== "none" && before.previewUrl) URL.revokeObjectURL(before.previewUrl);
    $upload.set({ state: "none", message });
  };
  const start = (file: File, work: (signal: AbortSignal) => Promise<void>) => {
    sending = new AbortController();
    $upload.set({ state: "sending", file, previewUrl: null, percent: 0 });
    ending = work(sending.signal);
  };
  /** Stops silently when another file was chosen in the meantime, or this one was removed. */
  const prepare = async (chosen: File, signal: AbortSignal) => {
    const file = await preparePhoto(chosen);
    if (signal.aborted) return;
    if (typeof file === "string") {
      forget(file);
      return;
    }
    if (file.size > maxBytes) {
      forget(TOO_LARGE);
      return;
    }
    await send(file, URL.createObjectURL(file), signal);
  };
  const send = async (file: File, previewUrl: string, signal: AbortSignal) => {
    $upload.set({ state: "sending", file, previewUrl, percent: 0 });
    const outcome = await sendImage(file, signal, (percent) => {
      $upload.set({ state: "sending", file, previewUrl, percent });
    });
    if (signal.aborted) return;
    if (!outcome.ok && outcome.code === "not_an_image") {
      forget(brokenPhoto(file));
      return;
    }
    $upload.set(
      outcome.ok
        ? { state: "done", file, previewUrl, imageUrl: outcome.value.imageUrl }
        : { state: "failed", file, previewUrl, message: outcome.message },
    );
  };
  return {
    $upload,
    choose: (file) => {
      forget("");
      start(file, (signal) => prepare(file, signal));
    },
    retry: () => {
      const before = $upload.get();
      if (before.state !== "failed") return;
      const { file, previewUrl } = before;
      start(file, (signal) => send(file, previewUrl, signal));
    },
    remove: () => {
      forget("");
    },
    finish: async () => {
      while ($upload.get().state === "sending") await ending;
      const after = $upload.get();
      return after.state === "done" ? after.imageUrl : null;
    },
  };
}
