import { PICTURES } from "../../contract/picture-sizes.ts";
import { paintMiddle, readPhoto } from "./photo.ts";

/** The least length of a picture's shorter side: a smaller picture is not readable on a phone. */
const SIDE_MIN = 200;

/**
 * Fits a whole picture into the square of a help picture. Cuts nothing off, because the important
 * part may be at the edge. Returns `unreadable` when this browser cannot show the file, and `small`
 * when the picture would look blurred.
 */
export async function fitHelp(file: File): Promise<Blob | "unreadable" | "small"> {
  const size = PICTURES.help;
  const photo = await readPhoto(file);
  if (photo === null) return "unreadable";
  try {
    if (Math.min(photo.width, photo.height) < SIDE_MIN) return "small";
    const scale = Math.min(size.width / photo.width, size.height / photo.height);
    return (await paintMiddle(photo, size, scale)) ?? "unreadable";
  } finally {
    photo.close();
  }
}
