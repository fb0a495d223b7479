// Runs a command in the newer Node that setup.mjs has started. The channel to the older Node must
// not keep a finished command alive.
process.channel?.unref();
const [script, ...words] = process.argv.slice(2);
const program = await import(new URL(String(script), import.meta.url).href);
await program.default(words).catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
