import { useEffect, useReducer, useRef } from 'react';
import type { Draft } from './draft.ts';
import { beginHistory, changeHistory } from './history.ts';

/** Manages a draft and its history, with keyboard shortcuts. `begin` is called once. */
export function useHistory(begin: () => Draft) {
  const [history, change] = useReducer(changeHistory, undefined, () => beginHistory(begin()));
  useUndoKeys(
    () => change({ type: 'undo' }),
    () => change({ type: 'redo' }),
    () => change({ type: 'settle' }),
    history.last,
  );
  return { history, draft: history.draft, change };
}

const NO_TEXT = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color', 'image']);
type TextBox = HTMLInputElement | HTMLTextAreaElement;
const isTextBox = (target: EventTarget | null): target is TextBox =>
  (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !NO_TEXT.has(target.type))) &&
  !target.readOnly &&
  !target.disabled;

type Wish = 'undo' | 'redo';

/**
 * Recognizes Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y, and the first two also with Cmd. On keyboards without Latin letters, the
 * key's position is used.
 */
function wishOf(event: KeyboardEvent): Wish | null {
  if (event.altKey || (!event.ctrlKey && !event.metaKey)) return null;
  const letter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : event.code.replace(/^Key/, '').toLowerCase();
  if (letter === 'z') return event.shiftKey ? 'redo' : 'undo';
  return letter === 'y' && event.ctrlKey && !event.shiftKey ? 'redo' : null;
}

/** Tracks the changes that the browser itself can undo in the focused box. */
class OwnTyping {
  #box: TextBox | null = null;
  #begun = '';
  #undone = 0;

  /** Stores the value that the box contains when the person starts typing. */
  begin(target: EventTarget | null): void {
    this.#box = isTextBox(target) ? target : null;
    this.#begun = this.#box?.value ?? '';
    this.#undone = 0;
  }

  note(event: InputEvent): void {
    if (event.target !== this.#box) return;
    if (event.inputType === 'historyUndo') this.#undone += 1;
    else this.#undone = event.inputType === 'historyRedo' ? this.#undone - 1 : 0;
  }

  has(wish: Wish, target: EventTarget | null): boolean {
    if (this.#box === null || target !== this.#box) return false;
    return wish === 'undo' ? this.#box.value !== this.#begun : this.#undone > 0;
  }
}

/**
 * A browser has one undo history for all text boxes of a page. If the focus is on a placed field, Ctrl+Z would undo
 * typed letters in another box. Therefore, the browser may undo only what was typed in the focused box since it got the
 * focus. The editor handles all other changes. `last` changes whenever the editor undoes or redoes a step. Values that
 * the editor restores do not count as typing.
 */
function useUndoKeys(undo: () => void, redo: () => void, settle: () => void, last: object | null): void {
  const acts = useRef({ undo, redo, settle });
  const typing = useRef(new OwnTyping());
  useEffect(() => {
    acts.current = { undo, redo, settle };
  });
  useEffect(() => typing.current.begin(document.activeElement), [last]);
  useEffect(() => {
    const own = typing.current;
    const onKey = (event: KeyboardEvent) => {
      const wish = wishOf(event);
      if (wish === null || event.defaultPrevented || own.has(wish, event.target)) return;
      event.preventDefault();
      // Undo is disabled while a dialog is open, because content behind the dialog would change unnoticed.
      if (document.querySelector('[role="dialog"][aria-modal="true"]') === null) acts.current[wish]();
    };
    // This also handles undo from the browser's menus and from gestures on a phone.
    const onHistory = (event: InputEvent) => {
      const wish = { historyUndo: 'undo', historyRedo: 'redo' }[event.inputType] as Wish | undefined;
      if (wish !== undefined && !own.has(wish, event.target)) event.preventDefault();
    };
    const onFocus = (event: FocusEvent) => {
      own.begin(event.target);
      acts.current.settle();
    };
    const onInput = (event: Event) => event instanceof InputEvent && own.note(event);
    window.addEventListener('keydown', onKey);
    window.addEventListener('beforeinput', onHistory);
    window.addEventListener('focusin', onFocus);
    window.addEventListener('input', onInput);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('beforeinput', onHistory);
      window.removeEventListener('focusin', onFocus);
      window.removeEventListener('input', onInput);
    };
  }, []);
}
