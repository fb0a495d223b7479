/**
 * Makes something at its first use. A formatter of Intl takes milliseconds to make on a phone, and a
 * page needs few of them before its first touch.
 */
export function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
