/** R2, as far as images need it: keeps objects in this process. */
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
    // What nobody names is the business of the tests with a real bucket.
    list: async () => ({ objects: [], truncated: false }),
  };
  return bucket as unknown as R2Bucket;
}
