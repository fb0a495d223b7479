/** Enough lines to cover any picture. */
const LINES = 5;

/**
 * The watermark of a picture: the operator's name and the time, thin enough to see the picture
 * through it.
 */
export function Watermark({ mark }: { mark: string }) {
  return (
    <span className="queue-mark" aria-hidden="true">
      {Array.from({ length: LINES }, (_, line) => (
        <span key={line}>{`${mark}   ${mark}   ${mark}`}</span>
      ))}
    </span>
  );
}
