let made = 0;

/** A valid national code that no other test of this worker has. */
export function newNationalCode(): string {
  const digits = `00${String(8_000_000 + ++made)}`;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (10 - at), 0);
  const rest = sum % 11;
  return `${digits}${String(rest < 2 ? rest : 11 - rest)}`;
}
