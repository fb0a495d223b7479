import type { HonoRequest } from "hono";

/**
 * Reads the multipart form; null when the body is of another type. The runtime throws a TypeError
 * for a malformed form.
 */
export async function readForm(request: HonoRequest): Promise<FormData | "malformed" | null> {
  if (!/^multipart\/form-data\s*(;|$)/i.test(request.header("Content-Type") ?? "")) return null;
  try {
    return await request.formData();
  } catch (error) {
    if (error instanceof TypeError) return "malformed";
    throw error;
  }
}
