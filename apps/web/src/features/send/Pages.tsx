import { type Dispatch, useState } from 'react';
import { PagePictures, type Paper } from '../../ui/PagePictures.tsx';
import type { Change, Draft } from './draft.ts';
import { FieldLayer } from './FieldLayer.tsx';
import { Palette } from './Palette.tsx';
import { SignaturePagePreview } from './SignaturePagePreview.tsx';
import { type Armed, usePlacing } from './use-placing.ts';
import classes from './Send.module.css';

/** The paper: the pages with what is placed on them, and the signature page that will be added. */
export function Pages({ document, draft, change }: { document: Paper; draft: Draft; change: Dispatch<Change> }) {
  const [armed, setArmed] = useState<Armed | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const placing = draft.where === 'fields';
  const { placeInView } = usePlacing({
    document,
    draft,
    change,
    armed: placing ? armed : null,
    disarm: () => setArmed(null),
    select: setSelected,
  });
  return (
    <div className={classes['pages']}>
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
