/**
 * Preloaded into every program that process-group.mjs starts. When the parent is gone, even by
 * SIGKILL, the standard input of the program closes, and the program ends.
 */
process.stdin.on("end", () => process.kill(process.pid, "SIGTERM"));
process.stdin.resume();
process.stdin.unref?.();
