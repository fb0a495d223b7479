/** The sentence below a field that was refused. The place is always there, so that it is announced when it fills. */
export function FieldMessage({ id, message }: { id: string; message: string }) {
  return (
    <p id={id} role="alert" className={message ? "error-text mt-1.5" : "hidden"}>
      {message}
    </p>
  );
}
