/** Lines that cover any picture. */
const LINES = 5;

/** The name of the operator who looks at a picture, and when, thin enough to read through. */
export function Watermark({ mark }: { mark: string }) {
  return (
    <span className="queue-mark" aria-hidden="true">
      {Array.from({ length: LINES }, (_, line) => (
        <span key={line}>{`${mark}   ${mark}   ${mark}`}</span>
      ))}
    </span>
  );
}
