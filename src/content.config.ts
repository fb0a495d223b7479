import { defineCollection } from "astro:content";
import { glob } from "astro/loaders";
import { z } from "astro/zod";
import { UrlName } from "../contract/catalogue.ts";
import { motifs } from "./art/tutorial-motifs.ts";

/**
 * The schemas are strict, so that a misspelt key of the front matter fails the build. The name of a
 * file becomes the last part of the page's URL.
 */

const DESCRIPTION_MAX = 160;
const description = z.string().max(DESCRIPTION_MAX);

const tutorials = defineCollection({
  loader: glob({ base: "./src/content/tutorials", pattern: "*.md" }),
  schema: z.strictObject({
    title: z.string(),
    description,
    subcategories: z.array(UrlName).min(1),
    publishedAt: z.date(),
    updatedAt: z.date(),
    readingMinutes: z.number().int().positive(),
    cover: z.strictObject({
      latinName: z.string(),
      hue: z.number().int().min(0).max(359),
      motif: z.literal(motifs),
    }),
  }),
});

const pages = defineCollection({
  loader: glob({ base: "./src/content/pages", pattern: "*.md" }),
  schema: z.strictObject({
    title: z.string(),
    description,
    lead: z.string(),
    updatedAt: z.date(),
    questions: z.array(z.strictObject({ question: z.string(), answer: z.string() })).default([]),
  }),
});

export const collections = { tutorials, pages };
