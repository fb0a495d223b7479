import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { programs } from "./root.mjs";
import { runNode, runProgram } from "./run-program.mjs";

/** A Chromium without windows; with it, the tests take a fifth less time. */
const SHELL = "chromium-headless-shell";
const NAMES = [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * Finds a Chromium or Chrome and returns its path. If there is none, installs one: from Debian's
 * packages when running as root, else Playwright's own.
 * @returns {Promise<string>}
 */
export async function findBrowser() {
  const found = await findInstalled();
  if (found) return found;
  if (process.platform === "linux" && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("No browser found: installing one with apt-get…");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await runProgram("apt-get", ["update"], { env });
    const { code } = await runProgram("apt-get", ["install", "-y", SHELL], { env });
    // Some distributions with apt-get do not package the shell.
    if (code !== 0) await runProgram("apt-get", ["install", "-y", "chromium"], { env });
  } else {
    console.log("No browser found: installing Playwright's chromium…");
    await runNode([programs.playwright, "install", "chromium"], { shown: true });
  }
  const installed = await findInstalled();
  if (!installed)
    throw new Error("No Chromium could be found or installed: set CHROMIUM_PATH to one.");
  return installed;
}

async function findInstalled() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) {
    if (!existsSync(CHROMIUM_PATH))
      throw new Error(`CHROMIUM_PATH is ${CHROMIUM_PATH}, but this file does not exist.`);
    return CHROMIUM_PATH;
  }
  const { chromium } = await import("@playwright/test");
  return [...onPath(), ...usualPlaces(), chromium.executablePath()].find((path) =>
    existsSync(path),
  );
}

function onPath() {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
}

function usualPlaces() {
  if (process.platform === "darwin") {
    return ["Google Chrome", "Chromium", "Microsoft Edge"].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform !== "win32") return [];
  const folders = [
    process.env.PROGRAMFILES,
    process.env["PROGRAMFILES(X86)"],
    process.env.LOCALAPPDATA,
  ].filter(Boolean);
  return folders.flatMap((folder) => [
    join(folder, "Google", "Chrome", "Application", "chrome.exe"),
    join(folder, "Microsoft", "Edge", "Application", "msedge.exe"),
  ]);
}
