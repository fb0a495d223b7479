import { atom, type ReadableAtom } from "nanostores";
import type { uploadImage } from "../../contract/upload.ts";
import type { AnswerOf } from "../../contract/request.ts";
import { type Outcome, PAYMENT_WAIT_MS, readOutcome, unanswered } from "./call.ts";

export type UploadState =
  | { state: "none"; message: string }
  | { state: "sending"; file: File; previewUrl: string; percent: number }
  | { state: "failed"; file: File; previewUrl: string; message: string }
  | { state: "done"; file: File; previewUrl: string; imageUrl: string };

/** The image of one form. It is sent as soon as it is chosen, before the form is. */
export interface Upload {
  $upload: ReadableAtom<UploadState>;
  choose: (file: File) => void;
  retry: () => void;
  remove: () => void;
  /** Waits for an upload in progress. Returns the image's address, or null without an image. */
  finish: () => Promise<string | null>;
}

const TYPES = ["image/jpeg", "image/png", "image/webp"];
export const ACCEPTED_TYPES = TYPES.join(",");

/** Section 11.4 has this sentence with Latin digits. */
const TOO_LARGE = "حجم فایل باید کمتر از 5MB باشد";
const NO_IMAGE = "فرمت فایل باید تصویر باشد";

export function createUpload(maxBytes: number): Upload {
  const $upload = atom<UploadState>({ state: "none", message: "" });
  let request: XMLHttpRequest | null = null;
  let ending: Promise<void> = Promise.resolve();

  const forget = (message: string) => {
    const before = $upload.get();
    request?.abort();
    request = null;
    if (before.state !== "none") URL.revokeObjectURL(before.previewUrl);
    $upload.set({ state: "none", message });
  };
  const start = (file: File, previewUrl: string) => {
    const own = new XMLHttpRequest();
    request = own;
    $upload.set({ state: "sending", file, previewUrl, percent: 0 });
    ending = send(own, file, (percent) => {
      if (request === own) $upload.set({ state: "sending", file, previewUrl, percent });
    }).then((outcome) => {
      // Another file was chosen meanwhile, or this one was removed.
      if (request !== own) return;
      request = null;
      if (outcome.ok)
        $upload.set({ state: "done", file, previewUrl, imageUrl: outcome.value.imageUrl });
      else $upload.set({ state: "failed", file, previewUrl, message: outcome.message });
    });
  };
  return {
    $upload,
    choose: (file) => {
      forget(TYPES.includes(file.type) ? (file.size > maxBytes ? TOO_LARGE : "") : NO_IMAGE);
      const after = $upload.get();
      if (after.state === "none" && after.message === "") start(file, URL.createObjectURL(file));
    },
    retry: () => {
      const before = $upload.get();
      if (before.state === "failed") start(before.file, before.previewUrl);
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

/** Uses XMLHttpRequest, which reports the progress of an upload. */
function send(request: XMLHttpRequest, file: File, onProgress: (percent: number) => void) {
  const form = new FormData();
  form.set("image", file);
  return new Promise<Outcome<AnswerOf<typeof uploadImage>>>((resolve) => {
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      onProgress(Math.floor((loaded / Math.max(1, total)) * 100));
    });
    request.addEventListener("load", () => {
      const { status, responseText } = request;
      resolve(
        readOutcome({ status, headers: new Headers(), text: responseText }, "POST", "/uploads", [
          "imageUrl",
        ]),
      );
    });
    for (const event of ["error", "abort"]) {
      request.addEventListener(event, () => {
        resolve(unanswered(false));
      });
    }
    request.addEventListener("timeout", () => {
      resolve(unanswered(true));
    });
    request.open("POST", "/api/v1/uploads");
    request.setRequestHeader("accept", "application/json");
    request.timeout = PAYMENT_WAIT_MS;
    request.send(form);
  });
}
