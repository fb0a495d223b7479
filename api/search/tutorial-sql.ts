/** A tutorial as far as the shop needs to know it. */
export interface Tutorial {
  /** Last part of its address, /tutorials/{slug}. */
  slug: string;
  title: string;
  description: string;
  coverUrl: string;
  /** Address parts of the subcategories it is about. */
  subcategories: readonly string[];
}

/**
 * SQL that makes the shop know exactly the tutorials of ?1, a JSON list in their order. What changed is noted as due, and found
 * once the jobs have indexed it.
 */
export const STORE_TUTORIALS = [
  "DELETE FROM tutorial WHERE slug NOT IN (SELECT value ->> 'slug' FROM json_each(?1))",
  `INSERT INTO tutorial (slug, title, description, cover_url, subcategories, position)
   SELECT value ->> 'slug', value ->> 'title', value ->> 'description', value ->> 'coverUrl',
     value -> 'subcategories', key
   FROM json_each(?1) WHERE true
   ON CONFLICT (slug) DO UPDATE
   SET title = excluded.title, description = excluded.description, cover_url = excluded.cover_url,
     subcategories = excluded.subcategories, position = excluded.position
   WHERE title <> excluded.title OR description <> excluded.description
     OR cover_url <> excluded.cover_url
     OR subcategories <> excluded.subcategories OR position <> excluded.position`,
] as const;
