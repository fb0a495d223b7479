// Where setup.mjs goes on in the newer Node. The channel to the older one must not keep a finished program alive.
process.channel?.unref();
const [script, ...words] = process.argv.slice(2);
const program = await import(new URL(String(script), import.meta.url).href);
await program.default(words).catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
