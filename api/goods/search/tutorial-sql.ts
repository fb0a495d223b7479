/** The part of a tutorial that the shop stores. */
export interface Tutorial {
  /** The last part of the tutorial's address, /tutorials/{slug}. */
  slug: string;
  title: string;
  description: string;
  coverUrl: string;
  /** URL names of the subcategories that the tutorial is about. */
  subcategories: readonly string[];
}

/**
 * SQL that replaces the stored tutorials with those of ?1, an ordered JSON list. Changes are
 * queued, and can be found once the jobs have indexed them.
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
