declare module "subset-font" {
  /** Keeps only the glyphs of `text` and restricts the axes to the given ranges. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: "woff2" | "sfnt";
      variationAxes?: Readonly<Record<string, { min: number; max: number; default: number }>>;
    },
  ): Promise<Uint8Array>;
}
