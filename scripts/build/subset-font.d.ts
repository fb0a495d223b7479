declare module "subset-font" {
  /** Keeps only the glyphs of `text`; axes are cut to the given range. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: "woff2";
      variationAxes: Readonly<Record<string, { min: number; max: number; default: number }>>;
    },
  ): Promise<Uint8Array>;
}
