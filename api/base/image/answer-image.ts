import type { Context } from "hono";
import { refusals } from "../../../contract/endpoint.ts";
import { refuse } from "../context.ts";
import { EXTENSIONS, type MediaType } from "./image.ts";
import { report } from "./report.ts";

/**
 * Answers with an image, with headers that prevent any other use of its bytes and any caching. The
 * caller must have checked access. `onDelivered` runs when all chunks but the last are sent; if it
 * fails, the last chunk is not sent, so the image does not arrive whole.
 */
export async function answerImage(
  c: Context,
  uploads: R2Bucket,
  { id, media_type: mediaType }: { id: string; media_type: MediaType },
  onDelivered?: () => Promise<unknown>,
): Promise<Response> {
  const object = await uploads
    .get(id)
    .catch((error: unknown) => report(`The object ${id} was not read`, error));
  if (object === undefined) return refuse(c, refusals.unavailable);
  if (object === null) {
    report(`The upload ${id} has no object`);
    return refuse(c, refusals.notFound);
  }
  const body = onDelivered ? object.body.pipeThrough(withLastBytesAfter(onDelivered)) : object.body;
  return c.body(body, 200, {
    "Content-Type": mediaType,
    "Content-Length": String(object.size),
    "Content-Disposition": `inline; filename="${id}.${EXTENSIONS[mediaType]}"`,
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, no-store",
  });
}

/**
 * Delays each chunk until the next one arrives, and the last chunk until `onDelivered` succeeded.
 */
function withLastBytesAfter(onDelivered: () => Promise<unknown>) {
  let last: Uint8Array | null = null;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (last) controller.enqueue(last);
      last = chunk;
    },
    async flush(controller) {
      await onDelivered();
      if (last) controller.enqueue(last);
    },
  });
}
