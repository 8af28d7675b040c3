import { type Dispatch, useEffect, useRef, useState } from 'react';
import type { Paper } from '../../ui/PagePictures.tsx';
import type { Change, Draft } from './draft.ts';
import { FieldLayer } from './FieldLayer.tsx';
import type { History } from './history.ts';
import { PageRail } from './PageRail.tsx';
import { Palette } from './Palette.tsx';
import { PaperView } from './Paper.tsx';
import type { Suggestions } from './suggestions.ts';
import { SignaturePagePreview } from './SignaturePagePreview.tsx';
import { fieldActions, useEditorKeys } from './use-editor-keys.ts';
import { type Armed, usePlacing } from './use-placing.ts';
import { useSelection } from './use-selection.ts';
import { useView } from './use-view.ts';
import { ViewTools } from './ViewTools.tsx';
import classes from './Editor.module.css';

type Props = {
  document: Paper;
  draft: Draft;
  change: Dispatch<Change>;
  /** The undo or redo step that led to this state. */
  last?: History['last'];
  suggestions?: Suggestions;
};

/** If a draft has no more fields than this, the fields on distant pages stay mounted, so that Tab reaches them. */
const MAX_MOUNTED = 300;

/** Shows the pages with their fields, and a preview of the signature page. */
export function Pages({ document, draft, change, last = null, suggestions }: Props) {
  const [armed, setArmed] = useState<Armed | null>(null);
  const selection = useSelection(draft.fields);
  const view = useView();
  const root = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<{ key: string } | null>(null);
  const placing = draft.where === 'fields';
  const focus = (key: string) => setWanted({ key });
  const { placeInView, pageInView } = usePlacing({
    document,
    draft,
    change,
    armed: placing ? armed : null,
    arm: setArmed,
    select: (key) => {
      focus(key);
      selection.set([key]);
    },
  });
  const actions = fieldActions({ draft, pages: document.pages, change, selection, focus }, pageInView);
  useEditorKeys(root, actions, selection, view, placing);
  const [shown, setShown] = useState(last);
  if (last !== shown) {
    setShown(last);
    if (last !== null && last.field !== null) selection.set([last.field]);
  }
  const pinned = new Set(selection.fields.map(({ page }) => page));
  useEffect(() => {
    if (wanted !== null) root.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(wanted.key)}"]`)?.focus();
  }, [wanted]);
  useEffect(() => {
    const { activeElement, body } = window.document;
    const button = (key: string) => root.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(key)}"]`);
    if (last === null || last.field === null) return;
    // The focus moves only if it was on a field or was lost with a deleted field. It never leaves a text box or a
    // button.
    if (activeElement === body || activeElement?.hasAttribute('data-field') === true) button(last.field)?.focus();
    button(last.field)?.scrollIntoView({ block: 'nearest' });
  }, [last, draft.fields]);
  const withFields = new Set(draft.fields.length <= MAX_MOUNTED ? draft.fields.map(({ page }) => page) : []);
  return (
    <div className={classes['editor']} ref={root} data-reading={!placing || undefined}>
      <ViewTools view={view} count={document.pages.length} />
      <PageRail file={document} draft={draft} view={view} />
      <PaperView
        file={document}
        zoom={view.zoom}
        seen={view.seen}
        has={(page) => withFields.has(page) || pinned.has(page)}
        overlay={
          placing
            ? (page, size) => (
                <FieldLayer
                  page={page}
                  size={size}
                  pages={document.pages}
                  draft={draft}
                  change={change}
                  armed={armed}
                  selection={selection}
                  suggestions={suggestions?.isShown === true ? suggestions : undefined}
                />
              )
            : undefined
        }
      >
        <SignaturePagePreview document={document} draft={draft} />
      </PaperView>
      {placing && (
        <Palette
          draft={draft}
          change={change}
          pages={document.pages}
          armed={armed}
          arm={setArmed}
          placeInView={placeInView}
          selection={selection}
          actions={actions}
        />
      )}
    </div>
  );
}
