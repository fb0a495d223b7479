import { type ComponentType, type ReactNode, Suspense, lazy } from "react";
import { ErrorBox } from "./ErrorBox.tsx";
import { Spinner } from "./Spinner.tsx";

/**
 * Returns a component whose script is loaded when it is first drawn: for forms that most visits
 * never open. Until then `meanwhile` is shown.
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = <Spinner />,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load().catch(() => NotLoaded) }));
  return function Later(props) {
    return (
      <Suspense fallback={meanwhile}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}

function NotLoaded() {
  return (
    <ErrorBox
      message="این بخش باز نشد. اینترنت خود را بررسی کنید."
      onRetry={() => {
        location.reload();
      }}
    />
  );
}
