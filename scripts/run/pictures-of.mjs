import { join } from "node:path";

/** The folder that holds pictures of invented papers until they are in the shop's bucket. */
export const picturesOf = (dataDir) => join(dataDir, "made-up-pictures");
