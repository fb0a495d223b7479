/** An R2 bucket in this process, with the calls that images need. */
export function createNearBucket(): R2Bucket {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>();
  const bucket = {
    put: async (key: string, bytes: Uint8Array<ArrayBuffer>) => void objects.set(key, bytes),
    async get(key: string) {
      const bytes = objects.get(key);
      return bytes === undefined ? null : { body: new Blob([bytes]).stream(), size: bytes.length };
    },
    async delete(keys: string | string[]) {
      for (const key of [keys].flat()) objects.delete(key);
    },
    // Tests with a real bucket cover stray objects.
    list: async () => ({ objects: [], truncated: false }),
  };
  return bucket as unknown as R2Bucket;
}
