import { findWork } from "./find-work.ts";

/** Runs beside the page, so that nothing on it waits for the work. */
addEventListener("message", ({ data }: MessageEvent<string>) => {
  postMessage(findWork(data));
});
