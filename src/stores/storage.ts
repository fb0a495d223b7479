/**
 * The only access to the browser's storage. It may be blocked (even reading the property throws) or
 * full (only writing throws). Then texts are kept in memory until the page is left.
 */
export interface TextStorage {
  read: (name: string) => string | null;
  /** Stores a text. Returns false when the next page will not have it. */
  keep: (name: string, text: string) => boolean;
  forget: (name: string) => void;
  /** True when the next page will have what is written. */
  works: () => boolean;
}

/** The storage of all tabs, kept until somebody clears it. */
export const local = keeperOf(() => localStorage);
/** The storage of this tab, kept as long as the tab. */
export const session = keeperOf(() => sessionStorage);

const PROBE = "storage-probe";

function keeperOf(open: () => Storage): TextStorage {
  /** The texts that could not be written. */
  const memory = new Map<string, string>();
  const keeper: TextStorage = {
    read: (name) => {
      const written = memory.get(name);
      if (written !== undefined) return written;
      try {
        return open().getItem(name);
      } catch {
        return null;
      }
    },
    keep: (name, text) => {
      try {
        open().setItem(name, text);
        memory.delete(name);
        return true;
      } catch {
        memory.set(name, text);
        return false;
      }
    },
    forget: (name) => {
      memory.delete(name);
      try {
        open().removeItem(name);
      } catch {
        // A blocked storage contains nothing.
      }
    },
    works: () => {
      const isKept = keeper.keep(PROBE, "1");
      keeper.forget(PROBE);
      return isKept;
    },
  };
  return keeper;
}
