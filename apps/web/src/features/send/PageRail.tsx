import { UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { pagePicture } from '../../api/pictures.ts';
import type { PageSize, Paper as File } from '../../ui/PagePictures.tsx';
import { recipientColor } from '../../ui/people.ts';
import type { Draft, Placed } from './draft.ts';
import { boxStyle } from './PlacedField.tsx';
import { useNear } from './use-near.ts';
import type { View } from './use-view.ts';
import { m } from './texts.ts';
import { ApiImage } from '../../ui/ApiImage.tsx';
import classes from './Editor.module.css';

const MARGIN = '200px 0px';
const WIDTH = 160;

type ThumbProps = {
  file: File;
  page: number;
  size: PageSize;
  current: boolean;
  fields: readonly Placed[];
  draft: Draft;
  go: (page: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function Thumb({ file, page, size, current, fields, draft, go, onKeyDown }: ThumbProps) {
  const [ref, near] = useNear<HTMLLIElement>(MARGIN);
  return (
    <li ref={ref}>
      <UnstyledButton
        className={classes['thumb']}
        data-thumb={page}
        aria-label={m.pageRail.page(page, fields.length)}
        aria-current={current ? 'page' : undefined}
        tabIndex={current ? 0 : -1}
        onClick={() => go(page)}
        onKeyDown={onKeyDown}
      >
        <span className={classes['thumbSheet']} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
          {near && (
            <ApiImage
              src={file.picture?.(page, WIDTH) ?? pagePicture(file.id, page, WIDTH, 0)}
              alt=""
              loading="lazy"
              decoding="async"
              draggable={false}
            />
          )}
          {fields.map((field) => (
            <span
              key={field.key}
              className={classes['thumbField']}
              style={boxStyle(
                field.box,
                recipientColor(draft.recipients.findIndex(({ key }) => key === field.recipient)),
              )}
            />
          ))}
        </span>
        <span className="tabular">{page}</span>
      </UnstyledButton>
    </li>
  );
}

const MOVES: Readonly<Record<string, (page: number, last: number) => number>> = {
  ArrowUp: (page) => page - 1,
  ArrowDown: (page) => page + 1,
  PageUp: (page) => page - 10,
  PageDown: (page) => page + 10,
  Home: () => 1,
  End: (_page, last) => last,
};

/** Shows small pictures of all pages as one tab stop. Arrow keys move between the pages. */
export function PageRail({ file, draft, view }: { file: File; draft: Draft; view: View }) {
  const rail = useRef<HTMLElement>(null);
  const { page } = view;
  const byPage = Map.groupBy(draft.fields, (field) => field.page);
  useEffect(() => {
    const thumb = rail.current?.querySelector<HTMLElement>(`[data-thumb="${page}"]`);
    // `scrollIntoView` would also scroll the window.
    if (rail.current === null || thumb === null || thumb === undefined) return;
    const [outer, inner] = [rail.current.getBoundingClientRect(), thumb.getBoundingClientRect()];
    if (inner.top < outer.top) rail.current.scrollTop += inner.top - outer.top;
    else if (inner.bottom > outer.bottom) rail.current.scrollTop += inner.bottom - outer.bottom;
  }, [page]);
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    const from = event.target instanceof HTMLElement ? Number(event.target.dataset['thumb']) : Number.NaN;
    if (move === undefined || Number.isNaN(from)) return;
    event.preventDefault();
    const to = Math.min(file.pages.length, Math.max(1, move(from, file.pages.length)));
    view.go(to);
    rail.current?.querySelector<HTMLElement>(`[data-thumb="${to}"]`)?.focus({ preventScroll: true });
  };
  return (
    <nav className={classes['rail']} ref={rail} data-scroller="" aria-label={m.pageRail.pages}>
      <ul className={classes['thumbs']}>
        {file.pages.map((size, index) => (
          <Thumb
            key={index}
            file={file}
            page={index + 1}
            size={size}
            current={page === index + 1}
            fields={byPage.get(index + 1) ?? []}
            draft={draft}
            go={view.go}
            onKeyDown={onKeyDown}
          />
        ))}
      </ul>
    </nav>
  );
}
