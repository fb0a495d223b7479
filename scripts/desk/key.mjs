import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ask, need } from "./call.mjs";
import { readRunSettings } from "../run/setup.mjs";

/**
 * The keys that encrypt codes and card numbers, in the file where the operator keeps them.
 * See "Keys" in docs/operations.md.
 */
export const keyCommands = {
  "add-key": (file) => {
    const store = openStore(file);
    const version = Math.max(0, ...Object.keys(store.keys).map(Number)) + 1;
    store.write({ ...store.keys, [version]: randomBytes(32).toString("base64") });
    console.log(`Key ${version} was added to ${store.path}.\n${store.next}`);
  },
  "remove-key": async (version, file) => {
    need(version, "Which key? Give its version.");
    const store = openStore(file);
    if (!Object.hasOwn(store.keys, version))
      throw new Error(`${store.path} has no key ${version}.`);
    const { keys } = await ask("GET", "/keys");
    const key = keys.find((known) => String(known.version) === version);
    if (key?.isNewest)
      throw new Error(`Key ${version} is the one that seals: add another one first.`);
    if (key && key.texts > 0) throw new Error(`Key ${version} still seals ${key.texts} texts.`);
    const { [version]: removed, ...left } = store.keys;
    const kept = `${store.path}.removed`;
    writePrivate(kept, {
      ...(existsSync(kept) && JSON.parse(readFileSync(kept, "utf8"))),
      [version]: removed,
    });
    store.write(left);
    console.log(`Key ${version} was moved from ${store.path} to ${kept}:`);
    console.log(`keep it as long as there are backups from its time.\n${store.next}`);
  },
};

/**
 * Opens a file that contains the JSON of CODE_KEYS, or, if no file is given, the secrets of the
 * local shop.
 */
function openStore(file) {
  const path = file ?? join(readRunSettings().dataDir, "secrets.json");
  const content = JSON.parse(readFileSync(path, "utf8"));
  const keys = file ? content : JSON.parse(content.CODE_KEYS);
  if (
    !Object.entries(keys).every(
      ([version, key]) => /^[1-9]\d{0,3}$/.test(version) && typeof key === "string",
    )
  )
    throw new Error(`${path} does not hold keys as in CODE_KEYS: {"1":"…"}.`);
  return {
    path,
    keys,
    next: file
      ? `Tell the shop: npm run deploy -- secret CODE_KEYS, and paste the content of ${file}`
      : "Restart the shop to apply it.",
    write: (next) =>
      writePrivate(path, file ? next : { ...content, CODE_KEYS: JSON.stringify(next) }),
  };
}

/**
 * Replaces a file in one step, so that a crash leaves the old file intact. Only this user may read
 * it.
 */
function writePrivate(path, content) {
  const fresh = `${path}.${process.pid}`;
  // One line, so that it can be pasted as the value of a secret.
  writeFileSync(fresh, `${JSON.stringify(content)}\n`, { mode: 0o600, flag: "wx" });
  renameSync(fresh, path);
}
