import { type Dispatch, type RefObject, useEffect } from 'react';
import { copied, type Copied, duplicated, keysOfCopies, onOtherPages, pasted } from './copies.ts';
import { type Change, type Draft, isSigner } from './draft.ts';
import type { Size } from './geometry.ts';
import type { View } from './use-view.ts';
import type { Selection } from './use-selection.ts';

/** The clipboard is kept when the editor closes, so that fields can be pasted into another document. */
let clipboard: readonly Copied[] = [];

type Props = {
  draft: Draft;
  pages: readonly Size[];
  change: Dispatch<Change>;
  selection: Selection;
  /** Moves the focus to a field after it is rendered. */
  focus: (key: string) => void;
};

export type FieldActions = Record<'copy' | 'cut' | 'paste' | 'duplicate' | 'toOtherPages' | 'remove', () => void> & {
  selectAll: () => void;
};

/**
 * Returns the actions on the selected fields, for shortcuts and buttons. `inView` returns the page that is currently
 * visible.
 */
export function fieldActions({ draft, pages, change, selection, focus }: Props, inView: () => number): FieldActions {
  const { fields } = selection;
  const keys = fields.map(({ key }) => key);
  const add = (how: 'paste' | 'duplicate', batch: readonly Draft['fields'][number][]) => {
    if (batch.length === 0) return;
    const added = keysOfCopies(draft, batch.length);
    change({ type: 'add-copies', how, batches: [batch] });
    selection.set(added);
    if (added[0] !== undefined) focus(added[0]);
  };
  const copy = () => {
    if (fields.length > 0) clipboard = copied(fields, pages);
  };
  const remove = (how: 'delete' | 'cut') => {
    if (fields.length === 0) return;
    selection.set([]);
    const [only] = fields;
    if (how === 'delete' && only !== undefined && fields.length === 1) change({ type: 'remove-field', key: only.key });
    else change({ type: 'remove-fields', how, keys });
  };
  return {
    copy,
    cut: () => {
      copy();
      remove('cut');
    },
    paste: () => add('paste', pasted(clipboard, draft, draft.recipients.filter(isSigner), pages, inView())),
    duplicate: () => add('duplicate', duplicated(fields, pages)),
    toOtherPages: () => {
      const batches = onOtherPages(fields, pages).filter((batch) => batch.length > 0);
      if (batches.length > 0) change({ type: 'add-copies', how: 'pages', batches });
    },
    remove: () => remove('delete'),
    selectAll: () => {
      const page = fields[0]?.page ?? inView();
      const onPage = draft.fields.filter((field) => field.page === page).map(({ key }) => key);
      const hasAll = onPage.length > 0 && onPage.every((key) => selection.has(key));
      // If the shortcut is pressed a second time, the fields of all pages are selected.
      selection.set(hasAll ? draft.fields.map(({ key }) => key) : onPage);
    },
  };
}

const isTextBox = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'radio');

const WITH_CONTROL: Readonly<Record<string, keyof FieldActions>> = {
  c: 'copy',
  x: 'cut',
  v: 'paste',
  d: 'duplicate',
  a: 'selectAll',
};

/** The shortcuts work while the focus is on the pages or nowhere. They do not work in a text box or behind a dialog. */
export function useEditorKeys(
  root: RefObject<HTMLElement | null>,
  actions: FieldActions,
  selection: Selection,
  view: View,
  enabled: boolean,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target;
      const isHere = target === document.body || (target instanceof Node && root.current?.contains(target) === true);
      if (!isHere || event.defaultPrevented || isTextBox(target)) return;
      if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return;
      if (!event.ctrlKey && !event.metaKey && !event.altKey) {
        if (event.key === '+' || event.key === '=') view.step(1);
        if (event.key === '-') view.step(-1);
        if (event.key === '0') view.setZoom('fit');
      }
      if (!enabled) return;
      if (event.key === 'Escape') selection.set([]);
      const onField = target instanceof HTMLElement && target.hasAttribute('data-field');
      if ((event.key === 'Delete' || event.key === 'Backspace') && (onField || target === document.body)) {
        if (selection.fields.length === 0) return;
        event.preventDefault();
        actions.remove();
      }
      if (event.altKey || event.shiftKey || (!event.ctrlKey && !event.metaKey)) return;
      const letter = /^[a-z]$/i.test(event.key)
        ? event.key.toLowerCase()
        : event.code.replace(/^Key/, '').toLowerCase();
      const action = WITH_CONTROL[letter];
      if (action === undefined) return;
      // If the person has selected text, the browser copies it as usual.
      if (action === 'copy' && selection.fields.length === 0) return;
      event.preventDefault();
      actions[action]();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
