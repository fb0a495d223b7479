/** Preloaded into what process-group.mjs starts: when whoever started it is gone, even by SIGKILL, its standard input ends and so does it. */
process.stdin.on("end", () => process.kill(process.pid, "SIGTERM"));
process.stdin.resume();
process.stdin.unref?.();
