// Old Nodes must be able to read this file far enough to say what is missing: no newer syntax here.
if (Number(process.versions.node.split(".")[0]) < 20) {
  console.error("Armaghan needs Node 20 or newer; this is Node " + process.versions.node + ".");
  process.exit(1);
} else {
  import("./run/setup.mjs").then((setup) => setup.enter("../check/figures.mjs"));
}
