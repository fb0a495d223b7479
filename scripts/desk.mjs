// No newer syntax here: an old version of Node has to parse this file to say that it is too old.
// This command needs no packages, so it does not install them as the others do.
if (Number(process.versions.node.split(".")[0]) < 20) {
  console.error("Armaghan needs Node 20 or newer; this is Node " + process.versions.node + ".");
  process.exit(1);
} else {
  import("./desk/run-desk.mjs").then((program) => program.default(process.argv.slice(2)));
}
