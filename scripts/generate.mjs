// No newer syntax here: an old version of Node has to parse this file to say that it is too old.
if (Number(process.versions.node.split(".")[0]) < 20) {
  console.error("Armaghan needs Node 20 or newer; this is Node " + process.versions.node + ".");
  process.exit(1);
} else {
  import("./run/setup.mjs").then((setup) => setup.enter("../generate/generate.mjs"));
}
