// No newer syntax here: an old version of Node has to parse this file to say that it is too old.
// This command needs no packages and no network, so that it runs on a machine that is offline.
if (Number(process.versions.node.split(".")[0]) < 20) {
  console.error("Armaghan needs Node 20 or newer; this is Node " + process.versions.node + ".");
  process.exit(1);
} else {
  import("./dossier/run-dossier.mjs").then((program) => program.default(process.argv.slice(2)));
}
