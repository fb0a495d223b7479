import { z } from "zod";

/** Paged lists: each page has a cursor for the next one. Section 7. */

export const PAGE_SIZE_MAX = 50;

/** `cursor` is the `nextCursor` of the page before: the time and id of its last row. */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE_MAX),
  cursor: z
    .string()
    .max(80)
    .regex(/^\d{1,15}~[A-Za-z0-9:_-]{1,64}$/)
    .optional(),
});
export type PageQuery = z.infer<typeof PageQuery>;

export const NextCursor = z.string().nullable();
