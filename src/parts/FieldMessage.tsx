/**
 * The error message of a field. The element always exists, so that screen readers announce new
 * text.
 */
export function FieldMessage({ id, message }: { id: string; message: string }) {
  return (
    <p id={id} role="alert" className={message ? "error-text mt-1.5" : "hidden"}>
      {message}
    </p>
  );
}
