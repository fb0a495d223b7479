import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

/** Section 11.2: delays of fading in and fading out. */
const OPEN_DELAY_MS = 10;
const CLOSE_DELAY_MS = 300;

/**
 * Opens and closes a dialog. The dialog closes at once, so that the page gets its keys and its
 * focus back; its content stays (`isFilled`) while it fades out. If it is opened during that time,
 * the old content is removed before the new one is drawn.
 */
export function useFading(
  dialog: RefObject<HTMLDialogElement | null>,
  isOpen: boolean,
  onClosed?: () => void,
): { isShown: boolean; isFilled: boolean } {
  const [{ opening, wasOpen }, setOpening] = useState({ opening: 0, wasOpen: false });
  if (isOpen !== wasOpen) setOpening({ opening: opening + (isOpen ? 1 : 0), wasOpen: isOpen });
  const [filled, setFilled] = useState(0);
  const isVisible = useRef(false);
  const places = useRef<Element[]>([]);
  const [isShown, setIsShown] = useState(false);
  const tellClosed = useEffectEvent(() => onClosed?.());
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // Runs after the old content and its effects are removed, and before the next key event.
    queueMicrotask(() => {
      setFilled(opening);
    });
    if (isOpen && !element.open) {
      places.current = placesAround(document.activeElement);
      element.showModal();
    }
    if (isOpen || !element.open) return;
    element.close();
    // If the element that opened the dialog is gone, the focus would stay in a field of the closed
    // dialog.
    if (document.activeElement instanceof HTMLElement && element.contains(document.activeElement))
      document.activeElement.blur();
  }, [isOpen, opening, dialog]);
  useEffect(() => {
    const element = dialog.current;
    if (!element || (!isOpen && !isVisible.current)) return;
    isVisible.current = true;
    const timer = setTimeout(
      () => {
        setIsShown(isOpen);
        if (isOpen) return;
        isVisible.current = false;
        tellClosed();
        keepFocus(element, places.current);
      },
      isOpen ? OPEN_DELAY_MS : CLOSE_DELAY_MS,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [isOpen, dialog]);
  useEffect(() => {
    const element = dialog.current;
    return () => {
      if (element && isVisible.current) keepFocus(element, places.current);
    };
  }, [dialog]);
  return { isShown, isFilled: filled === opening && (isOpen || isShown) };
}

/** Returns the sections around an element, the nearest first. */
function placesAround(element: Element | null): Element[] {
  const place = element?.closest("li, article, section, form, main");
  return place ? [place, ...placesAround(place.parentElement)] : [];
}

/** When the element that opened the dialog is gone, focuses the nearest ancestor that is left. */
function keepFocus(dialog: HTMLDialogElement, places: readonly Element[]): void {
  const { activeElement, body } = document;
  if (activeElement !== body && !dialog.contains(activeElement)) return;
  const place = places.find((one) => one.isConnected) ?? document.querySelector("main");
  if (!(place instanceof HTMLElement)) return;
  place.setAttribute("tabindex", "-1");
  place.focus({ preventScroll: true });
}
