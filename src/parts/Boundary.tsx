import { Component, createContext, Fragment, type ReactNode } from "react";

/** Tells the forms of an island, when they are unmounted, whether an error is the cause. */
export const CrashContext = createContext({ hasHappened: false });

interface BoundaryState {
  hasFailed: boolean;
  attempt: number;
}

/**
 * Surrounds every island, so that an error while drawing does not empty the page. The page shows a
 * message and a button that draws the island again with what was typed (`useTyped`). The error is
 * not reported to anybody.
 */
export class Boundary extends Component<{ children: ReactNode }, BoundaryState> {
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override state: BoundaryState = { hasFailed: false, attempt: 0 };
  private readonly crash = { hasHappened: false };

  override render() {
    const { hasFailed, attempt } = this.state;
    // Forms read this when they are unmounted, right after this line.
    this.crash.hasHappened = hasFailed;
    if (hasFailed)
      return (
        <Failed
          onRetry={() => {
            this.setState({ hasFailed: false, attempt: attempt + 1 });
          }}
        />
      );
    return (
      <CrashContext value={this.crash}>
        <Fragment key={attempt}>{this.props.children}</Fragment>
      </CrashContext>
    );
  }
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="notice notice-anar flex flex-wrap items-center gap-x-4 gap-y-3">
      <p className="min-w-0 flex-1 basis-48">
        این بخش از کار افتاد. با تلاش دوباره، آنچه نوشته‌اید هنوز هست؛ تنها کد، شمارهٔ کارت و تصویر
        را باید دوباره وارد کنید.
      </p>
      <button type="button" className="button-quiet" onClick={onRetry}>
        تلاش دوباره
      </button>
    </div>
  );
}
