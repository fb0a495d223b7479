// Old versions of Node must be able to read this file far enough to say what is missing, so it has
// no newer syntax. Unlike the other commands this one needs no packages and installs none.
if (Number(process.versions.node.split(".")[0]) < 20) {
  console.error("Armaghan needs Node 20 or newer; this is Node " + process.versions.node + ".");
  process.exit(1);
} else {
  import("./desk/run-desk.mjs").then((program) => program.default(process.argv.slice(2)));
}
