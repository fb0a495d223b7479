import type { AnswerOf } from "../../contract/request.ts";
import type { uploadImage } from "../../contract/upload.ts";
import {
  type Outcome,
  PAYMENT_WAIT_MS,
  readOutcome,
  repeatOnceProven,
  unanswered,
} from "./call.ts";

/**
 * A connection that sends nothing for this long is lost. A slow connection still sends something.
 */
const SILENCE_MS = 30_000;
/** The last bytes may wait in buffers on the way, so the answer may take longer. */
const ANSWER_MS = PAYMENT_WAIT_MS;

type Sent = Promise<Outcome<AnswerOf<typeof uploadImage>>>;

/** Sends an image, and tells how much of it is sent, in percent. */
export const sendImage = (
  file: File,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Sent => repeatOnceProven(() => send(file, signal, onProgress));

/** Uses XMLHttpRequest, since `fetch` does not report the progress of an upload. */
function send(file: File, signal: AbortSignal, onProgress: (percent: number) => void): Sent {
  const form = new FormData();
  form.set("image", file);
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let sent = 0;
    const giveUpAfter = (waitMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        resolve(unanswered(true));
        request.abort();
      }, waitMs);
    };
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (loaded <= sent) return;
      sent = loaded;
      giveUpAfter(loaded < total ? SILENCE_MS : ANSWER_MS);
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
    request.addEventListener("loadend", () => {
      clearTimeout(timer);
      resolve(unanswered(false));
    });
    signal.addEventListener("abort", () => {
      request.abort();
    });
    request.open("POST", "/api/v1/uploads");
    request.setRequestHeader("accept", "application/json");
    giveUpAfter(SILENCE_MS);
    request.send(form);
  });
}
