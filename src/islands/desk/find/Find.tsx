import { CornerDownLeft, Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef } from "react";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Spinner } from "../../../parts/Spinner.tsx";
import type { FindPage, Line } from "./find-lines.ts";
import { useFind } from "./use-find.ts";

interface FindProps {
  isOpen: boolean;
  pages: readonly FindPage[];
  onClose: () => void;
}

/** The dialog that searches the shop, the commands and the screens. */
export function Find({ isOpen, pages, onClose }: FindProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const find = useFind(pages);
  const { text, search, sections, chosen, isSearchNext } = find;
  useLayoutEffect(() => {
    if (!isOpen) dialog.current?.close();
    else if (!dialog.current?.open) dialog.current?.showModal();
    // Selects the last search, so that typing replaces it.
    if (isOpen) field.current?.select();
  }, [isOpen]);
  const open = (act: () => void) => {
    onClose();
    act();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (by !== undefined) find.move(by);
    else if (find.searchesAtEnter) find.look();
    else if (chosen?.act) open(chosen.act);
  };
  return (
    <dialog
      ref={dialog}
      className="find"
      aria-label="جست‌وجوی همه‌چیز"
      onKeyDown={(event) => {
        // Closes at once: the dialog's own events come later, and a Ctrl+K in between would be
        // lost.
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="find-field">
        <Search size={19} aria-hidden="true" />
        <input
          ref={field}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          aria-label="کد، کارت، تلفن، پیگیری، نام یا کار"
          aria-controls={`${id}list`}
          aria-expanded={sections.length > 0}
          aria-activedescendant={chosen ? `${id}${chosen.id}` : undefined}
          placeholder="کد، کارت، تلفن، پیگیری، نام یا کار"
          value={text}
          maxLength={200}
          onChange={(event) => {
            const { inputType } = event.nativeEvent as InputEvent;
            find.write(event.target.value, inputType === "insertFromPaste");
          }}
          onKeyDown={press}
        />
        {search.state === "searching" && <Spinner />}
      </div>
      <div className="find-body" aria-live="polite">
        {search.state === "failed" && <ErrorBox message={search.message} onRetry={find.look} />}
        {search.state === "ready" && search.found.length === 0 && (
          <p className="find-none">
            چیزی با این نشان پیدا نشد. نام از آغازش، شماره و کد تا آخر نوشته می‌شود.
          </p>
        )}
        {isSearchNext && search.state !== "failed" && (
          <p className="find-none">
            <kbd aria-hidden="true">↵</kbd> برای جست‌وجو در فروشگاه
          </p>
        )}
        <div id={`${id}list`} role="listbox" aria-label="نتیجه‌ها">
          {sections.map(({ title, lines }) => (
            <div key={title} role="group" aria-label={title}>
              <h3 aria-hidden="true">{title}</h3>
              {lines.map((line) => (
                <FoundLine
                  key={line.id}
                  id={`${id}${line.id}`}
                  line={line}
                  isChosen={line === chosen}
                  onChoose={() => find.choose(line)}
                  onOpen={open}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
      <KeyHelp />
    </dialog>
  );
}

interface FoundLineProps {
  id: string;
  line: Line;
  isChosen: boolean;
  onChoose: () => void;
  onOpen: (act: () => void) => void;
}

function FoundLine({ id, line, isChosen, onChoose, onOpen }: FoundLineProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: "nearest" });
  });
  return (
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={line.act === null}
      className="find-line"
      onPointerMove={onChoose}
      onClick={() => {
        if (line.act) onOpen(line.act);
      }}
    >
      <span className="find-icon">
        <line.Icon size={17} aria-hidden="true" />
      </span>
      <span className="find-words">
        <b>{line.title}</b>
        {line.detail !== "" && <span>{line.detail}</span>}
      </span>
      {line.cap !== undefined && (
        <kbd dir="ltr" lang="en" translate="no" aria-hidden="true">
          {line.cap}
        </kbd>
      )}
      {isChosen && <CornerDownLeft size={15} aria-hidden="true" />}
    </div>
  );
}

function KeyHelp() {
  return (
    <footer className="find-foot" aria-hidden="true">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> جابه‌جا
      </span>
      <span>
        <kbd>↵</kbd> باز کن
      </span>
      <span>
        <kbd>Esc</kbd> بستن
      </span>
      <p>کدها مهر شده‌اند؛ جست‌وجو آن‌ها را باز نمی‌کند</p>
    </footer>
  );
}
