import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createUpload } from "../../../src/stores/upload.ts";
import { MINUTE } from "../../support/time.ts";

/** An upload whose connection is slow, silent or lost. These tests stand in for the network. */

const IMAGE = new File(["a small picture"], "card.png", { type: "image/png" });
const ADDRESS = "/api/v1/uploads/aaaaaaaaaaaaaaaaaaaaaa";

class PlayedRequest extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = "";
  /** Stays 0: a time limit for the whole upload would end slow uploads. */
  timeout = 0;
  open = () => undefined;
  setRequestHeader = () => undefined;
  send = () => {
    requests.push(this);
  };
  abort = vi.fn(() => this.dispatchEvent(new Event("loadend")));
  progress(percent: number) {
    const event = Object.assign(new Event("progress"), { loaded: percent, total: 100 });
    this.upload.dispatchEvent(event);
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    for (const name of ["load", "loadend"]) this.dispatchEvent(new Event(name));
  }
}

let requests: PlayedRequest[];
const lastRequest = () => requests.at(-1)!;

beforeEach(() => {
  requests = [];
  vi.useFakeTimers();
  vi.stubGlobal("XMLHttpRequest", PlayedRequest);
  vi.stubGlobal("URL", { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function begin() {
  const upload = createUpload(1000);
  upload.choose(IMAGE);
  // The upload begins after the file is read. Without a canvas the picture is sent as it is.
  await vi.waitFor(() => {
    expect(requests).toHaveLength(1);
  });
  return upload;
}

test("a slow upload continues for as long as bytes are sent", async () => {
  const upload = await begin();
  for (let percent = 5; percent <= 100; percent += 5) {
    await vi.advanceTimersByTimeAsync(29_000);
    lastRequest().progress(percent);
    expect(upload.$upload.get()).toMatchObject({ state: "sending", percent });
  }
  expect(lastRequest().timeout).toBe(0);
  await vi.advanceTimersByTimeAsync(MINUTE);
  lastRequest().answer(200, { imageUrl: ADDRESS });
  expect(await upload.finish()).toBe(ADDRESS);
});

test("a silent upload is given up after half a minute, and can be sent again", async () => {
  const upload = await begin();
  lastRequest().progress(40);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(upload.$upload.get().state).toBe("sending");
  lastRequest().progress(40);
  await vi.advanceTimersByTimeAsync(1000);
  expect(upload.$upload.get()).toMatchObject({
    state: "failed",
    message: "پاسخی از فروشگاه نرسید. لطفاً دوباره تلاش کنید.",
  });
  expect(lastRequest().abort).toHaveBeenCalled();
  upload.retry();
  await vi.advanceTimersByTimeAsync(0);
  lastRequest().answer(200, { imageUrl: ADDRESS });
  expect(await upload.finish()).toBe(ADDRESS);
});

test("the message after a lost connection says so", async () => {
  const upload = await begin();
  lastRequest().dispatchEvent(new Event("loadend"));
  await vi.advanceTimersByTimeAsync(0);
  expect(upload.$upload.get()).toMatchObject({
    state: "failed",
    message: expect.stringContaining("اتصال اینترنت خود را بررسی کنید") as unknown,
  });
});

test("removing an image ends its upload and leaves no message", async () => {
  const upload = await begin();
  upload.remove();
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(lastRequest().abort).toHaveBeenCalledOnce();
  expect(upload.$upload.get()).toEqual({ state: "none", message: "" });
});
