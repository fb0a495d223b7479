// This file uses no newer syntax, because an old version of Node must be able to run it and say
// that it is too old.

/**
 * The commands of package.json: `node scripts/command.mjs NAME …`. Paths of scripts are relative to
 * run/.
 */
const COMMANDS = {
  start: { script: "serve.mjs", serves: true },
  dev: { script: "serve-dev.mjs", serves: true },
  test: { script: "../check/check-all.mjs" },
  torture: { script: "../check/torture-all.mjs" },
  figures: { script: "../check/figures.mjs" },
  audit: { script: "../audit/audit-books.mjs" },
  generate: { script: "../generate/generate.mjs" },
  deploy: { script: "../deploy/run-deploy.mjs" },
  serve: { script: "../serve/run-serve.mjs" },
  desk: { script: "../desk/run-desk.mjs" },
  growth: { script: "../generate/growth.mjs" },
};
const name = process.argv.splice(2, 1)[0];

if (Number(process.versions.node.split(".")[0]) < 20) {
  console.error("Armaghan needs Node 20 or newer; this is Node " + process.versions.node + ".");
  process.exit(1);
} else if (name === "dossier") {
  // This command needs no packages, so it also runs on a machine that is offline.
  import("./dossier/run-dossier.mjs").then((program) => program.default(process.argv.slice(2)));
} else {
  const command = COMMANDS[name];
  import("./run/setup.mjs").then((setup) => setup.enter(command.script, command));
}
