import { join } from "node:path";

/** The folder in which pictures of made-up papers wait until they are in the shop's bucket. */
export const picturesOf = (dataDir) => join(dataDir, "made-up-pictures");
