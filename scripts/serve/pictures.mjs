import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Copies of the pictures of goods, which everybody may see. Papers and cards are never copied
 * (decision 21).
 */

const WAIT_MS = 10_000;
const NAMES = `
  SELECT picture_id || '.jpg' AS name FROM subcategory WHERE picture_id IS NOT NULL
  UNION SELECT picture_id || '-small.jpg' FROM subcategory WHERE picture_id IS NOT NULL
  UNION SELECT share_id || '.jpg' FROM subcategory WHERE share_id IS NOT NULL
  UNION SELECT (value ->> 'id') || '.jpg' FROM product, json_each(question_pictures)`;

export const picturesFolder = (copies) => join(copies, "pictures");

/** Returns the names of the pictures of goods that a database refers to. */
export function picturesOf(file) {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare(NAMES)
      .all()
      .map(({ name }) => String(name));
  } finally {
    database.close();
  }
}

/**
 * Copies the pictures that are missing in the folder. A name always stands for the same picture.
 * @param {string[]} names
 * @param {string} copies
 * @param {{ own: any, keys: any }} shop the running shop, which is asked as its proxy asks
 */
export async function copyPictures(names, copies, shop) {
  const folder = picturesFolder(copies);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of names) {
    const file = join(folder, name);
    if (existsSync(file)) continue;
    try {
      writeFileSync(`${file}.new`, await readPicture(name, shop), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch (error) {
      console.error(JSON.stringify({ pictureNotCopied: name, why: error.message }));
    }
  }
}

/** Deletes the pictures that no copy refers to. */
export function thinPictures(copies, files) {
  const folder = picturesFolder(copies);
  if (!existsSync(folder)) return;
  const kept = new Set(files.flatMap(picturesOf));
  for (const name of readdirSync(folder)) if (!kept.has(name)) rmSync(join(folder, name));
}

/** @returns {Promise<Buffer>} */
function readPicture(name, { own, keys }) {
  const headers = {
    Host: own.domain,
    "X-Proxy-Token": keys.proxyToken,
    "X-Forwarded-Proto": "https",
  };
  const { address: host, port } = own.server;
  // fetch would send a Host of its own.
  return new Promise((resolve, reject) => {
    request({ host, port, path: `/pictures/${name}`, headers, timeout: WAIT_MS }, (answer) => {
      const chunks = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () =>
        answer.statusCode === 200
          ? resolve(Buffer.concat(chunks))
          : reject(new Error(`status ${answer.statusCode}`)),
      );
    })
      .on("timeout", function end() {
        this.destroy(new Error("no answer"));
      })
      .on("error", reject)
      .end();
  });
}
