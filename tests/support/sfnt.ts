/** Changes the names and metrics of a TrueType font. Its outlines stay as they are. */

export interface Look {
  /** The family name, by which a search and `local()` find it. A bold face is «… Bold». */
  name: string;
  isBold: boolean;
  /** The factor by which its letters become wider and higher. */
  scale?: number;
  /** The ascent as a part of the font size. */
  ascent?: number;
  descent?: number;
}

/** Returns the font with another name, size of letters and height of lines. */
export function changeFont(font: Uint8Array, look: Look): Buffer {
  const tables = readTables(Buffer.from(font));
  const { scale = 1, ascent, descent } = look;
  tables.set("name", nameTable(look));
  const head = tables.get("head");
  const hhea = tables.get("hhea");
  const os2 = tables.get("OS/2");
  if (!head || !hhea || !os2) throw new Error("This is no TrueType font.");
  const unitsPerEm = Math.round(head.readUInt16BE(18) / scale);
  head.writeUInt16BE(unitsPerEm, 18);
  if (ascent === undefined || descent === undefined) return writeTables(tables);
  const [up, down] = [Math.round(ascent * unitsPerEm), Math.round(descent * unitsPerEm)];
  for (const [table, at, value] of [
    [hhea, 4, up],
    [hhea, 6, -down],
    [hhea, 8, 0],
    [os2, 68, up],
    [os2, 70, -down],
    [os2, 72, 0],
  ] as const)
    table.writeInt16BE(value, at);
  os2.writeUInt16BE(up, 74);
  os2.writeUInt16BE(down, 76);
  return writeTables(tables);
}

function readTables(font: Buffer): Map<string, Buffer> {
  return new Map(
    Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
      const at = 12 + 16 * index;
      const from = font.readUInt32BE(at + 8);
      const tag = font.toString("latin1", at, at + 4);
      return [tag, Buffer.from(font.subarray(from, from + font.readUInt32BE(at + 12)))];
    }),
  );
}

/** Writes tables without checksums, which font readers on Linux do not check. */
function writeTables(tables: Map<string, Buffer>): Buffer {
  const head = Buffer.alloc(12 + 16 * tables.size);
  head.writeUInt32BE(0x00_01_00_00, 0);
  head.writeUInt16BE(tables.size, 4);
  const parts: Buffer[] = [head];
  let from = head.length;
  for (const [index, [tag, table]] of [...tables].toSorted(byTag).entries()) {
    const at = 12 + 16 * index;
    head.write(tag, at, "latin1");
    head.writeUInt32BE(from, at + 8);
    head.writeUInt32BE(table.length, at + 12);
    const padded = Buffer.alloc(Math.ceil(table.length / 4) * 4);
    table.copy(padded);
    parts.push(padded);
    from += padded.length;
  }
  return Buffer.concat(parts);
}

const byTag = ([one]: [string, Buffer], [other]: [string, Buffer]) => (one < other ? -1 : 1);

/** Family, style, full name and PostScript name, as Windows reads them. */
function nameTable({ name, isBold }: Look): Buffer {
  const style = isBold ? "Bold" : "Regular";
  const full = isBold ? `${name} Bold` : name;
  const names: [number, string][] = [
    [1, name],
    [2, style],
    [4, full],
    [6, `${name.replaceAll(" ", "")}-${style}`],
  ];
  const texts = names.map(([, text]) => Buffer.from(text, "utf16le").swap16());
  const head = Buffer.alloc(6 + 12 * names.length);
  head.writeUInt16BE(names.length, 2);
  head.writeUInt16BE(head.length, 4);
  let from = 0;
  for (const [index, [id]] of names.entries()) {
    const length = texts[index]?.length ?? 0;
    for (const [part, value] of [3, 1, 0x409, id, length, from].entries())
      head.writeUInt16BE(value, 6 + 12 * index + 2 * part);
    from += length;
  }
  return Buffer.concat([head, ...texts]);
}
