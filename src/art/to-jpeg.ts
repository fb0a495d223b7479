/** JPEG qualities to try, from nearly perfect down to the lowest that is worth showing. */
const QUALITIES = [0.9, 0.82, 0.74, 0.64, 0.54, 0.42, 0.3];

/** Returns a canvas as a JPEG of at most `maxBytes`; null when no quality makes it small enough. */
export async function toJpeg(canvas: HTMLCanvasElement, maxBytes: number): Promise<Blob | null> {
  for (const quality of QUALITIES) {
    const jpeg = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, "image/jpeg", quality);
    });
    if (jpeg === null || jpeg.size <= maxBytes) return jpeg;
  }
  return null;
}
