import { LoaderCircle } from "lucide-react";

/** Turns while something is under way. The words beside it say what. */
export function Spinner({ size = 18 }: { size?: number }) {
  return <LoaderCircle size={size} className="animate-spin" aria-hidden="true" />;
}
