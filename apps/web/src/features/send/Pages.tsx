import { type Dispatch, useEffect, useRef, useState } from 'react';
import { PagePictures, type Paper } from '../../ui/PagePictures.tsx';
import type { Change, Draft } from './draft.ts';
import { FieldLayer } from './FieldLayer.tsx';
import type { History } from './history.ts';
import { Palette } from './Palette.tsx';
import { SignaturePagePreview } from './SignaturePagePreview.tsx';
import { type Armed, usePlacing } from './use-placing.ts';
import classes from './Send.module.css';

type Props = {
  document: Paper;
  draft: Draft;
  change: Dispatch<Change>;
  /** The undo or redo that caused this state. */
  last?: History['last'];
};

/** The pages with their fields, and a preview of the signature page. */
export function Pages({ document, draft, change, last = null }: Props) {
  const [armed, setArmed] = useState<Armed | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const placed = useRef<string | null>(null);
  const placing = draft.where === 'fields';
  const { placeInView } = usePlacing({
    document,
    draft,
    change,
    armed: placing ? armed : null,
    disarm: () => setArmed(null),
    select: (key) => {
      placed.current = key;
      setSelected(key);
    },
  });
  const [shown, setShown] = useState(last);
  if (last !== shown) {
    setShown(last);
    if (last !== null && last.field !== null) setSelected(last.field);
  }
  useEffect(() => {
    const { activeElement, body } = window.document;
    const button = (key: string) => root.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(key)}"]`);
    if (placed.current !== null) button(placed.current)?.focus();
    placed.current = null;
    if (last === null || last.field === null) return;
    // Moves the focus only if it was lost with a deleted field or was on a field, never out of a text box or off a
    // button.
    if (activeElement === body || activeElement?.hasAttribute('data-field') === true) button(last.field)?.focus();
    button(last.field)?.scrollIntoView({ block: 'nearest' });
  }, [last, draft.fields]);
  return (
    <div className={classes['pages']} ref={root}>
      {placing && (
        <Palette
          draft={draft}
          change={change}
          armed={armed}
          arm={setArmed}
          placeInView={placeInView}
          selected={selected}
        />
      )}
      <PagePictures
        document={document}
        step={0}
        {...(placing
          ? {
              overlay: (page, size) => (
                <FieldLayer
                  page={page}
                  size={size}
                  draft={draft}
                  change={change}
                  armed={armed}
                  selected={selected}
                  select={setSelected}
                />
              ),
            }
          : {})}
      />
      <SignaturePagePreview document={document} draft={draft} />
    </div>
  );
}
