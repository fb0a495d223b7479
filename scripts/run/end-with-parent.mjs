/**
 * Preloaded into every program that process-group.mjs starts. When the parent ends, even by
 * SIGKILL, the standard input of the program closes, and this ends the program.
 */
process.stdin.on("end", () => process.kill(process.pid, "SIGTERM"));
process.stdin.resume();
process.stdin.unref?.();
