import type { Subcategory } from "../../contract/catalogue.ts";
import { type CollectionEntry, getCollection } from "astro:content";

export type Tutorial = CollectionEntry<"tutorials">;

/** Returns all tutorials, newest first. */
export async function readTutorials(): Promise<Tutorial[]> {
  const tutorials = await getCollection("tutorials");
  return tutorials.sort(
    (one, other) => other.data.publishedAt.getTime() - one.data.publishedAt.getTime(),
  );
}

/**
 * Returns the tutorials that are about one subcategory or that the shop chose for it, newest first.
 */
export async function findTutorialsOn({
  urlName,
  tutorial,
}: Pick<Subcategory, "urlName" | "tutorial">): Promise<Tutorial[]> {
  const tutorials = await readTutorials();
  return tutorials.filter(
    ({ id, data }) => id === tutorial || data.subcategories.includes(urlName),
  );
}

export function tutorialPath({ id }: Pick<Tutorial, "id">): string {
  return `/tutorials/${id}`;
}
