import { findWork } from "./find-work.ts";

/** Runs in a worker, so that the page stays responsive during the work. */
addEventListener("message", ({ data }: MessageEvent<string>) => {
  postMessage(findWork(data));
});
