import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Tutorial } from "../../api/goods/search/tutorial-sql.ts";
import { root } from "../run/root.mjs";

const folder = join(root, "src", "content", "tutorials");

/** Reads the site's tutorials, newest first, for the search index of the shop. */
export function readTutorials(): Tutorial[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .map((file) => ({ file, frontMatter: readFrontMatter(join(folder, file)) }))
    .sort(
      (one, other) =>
        compare(other.frontMatter, one.frontMatter) || one.file.localeCompare(other.file),
    )
    .map(({ file, frontMatter }) => {
      const slug = file.replace(/\.md$/, "");
      return {
        slug,
        title: text(frontMatter, "title", file),
        description: text(frontMatter, "description", file),
        coverUrl: `/art/tutorials/${slug}.svg`,
        subcategories: list(frontMatter, "subcategories"),
      };
    });
}

function readFrontMatter(path: string): string {
  const found = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/.exec(readFileSync(path, "utf8"))?.[1];
  if (found === undefined) throw new Error(`${path} has no front matter.`);
  return found;
}

function compare(one: string, other: string): number {
  return (read(one, "publishedAt") ?? "").localeCompare(read(other, "publishedAt") ?? "");
}

/** Reads one line of front matter: plain or quoted text, the only YAML that tutorials use. */
function read(frontMatter: string, name: string): string | undefined {
  const value = new RegExp(`^${name}:[ \\t]*(\\S.*?)[ \\t]*\\r?$`, "m").exec(frontMatter)?.[1];
  if (value?.startsWith('"')) return JSON.parse(value) as string;
  return value?.startsWith("'") ? value.slice(1, -1).replaceAll("''", "'") : value;
}

function text(frontMatter: string, name: string, file: string): string {
  const value = read(frontMatter, name);
  if (value === undefined || /^[|>[{&*]/.test(value))
    throw new Error(`${file}: ${name} must be text on one line.`);
  return value;
}

/** Reads a list, written `[one, two]` or as one `- item` per line. */
function list(frontMatter: string, name: string): string[] {
  const inline = /^\[(.*)\]$/.exec(read(frontMatter, name) ?? "")?.[1]?.split(",");
  const lines = new RegExp(`^${name}:[ \\t]*\\r?\\n((?:[ \\t]*- .*\\r?\\n?)+)`, "m")
    .exec(frontMatter)?.[1]
    ?.match(/- .*/g);
  return (inline ?? lines ?? [])
    .map((item) =>
      item
        .replace(/^- /, "")
        .trim()
        .replace(/^(["'])(.*)\1$/, "$2"),
    )
    .filter(Boolean);
}
