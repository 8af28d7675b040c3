import { memo, type ReactNode, useEffect, useState } from 'react';
import { type PageSize, type Paper as File, Picture } from '../../ui/PagePictures.tsx';
import type { Zoom } from './use-view.ts';
import { useNear } from './use-near.ts';
import { m } from './texts.ts';
import classes from './Editor.module.css';

/** Pages within about two window heights are loaded before they are scrolled into view. */
const MARGIN = '150% 0px';

type PageProps = { file: File; page: number; size: PageSize; sizes: string; overlay: ReactNode };

function Page({ file, page, size, sizes, overlay }: PageProps) {
  const [ref, near] = useNear<HTMLElement>(MARGIN);
  return (
    <figure ref={ref} className={classes['page']} data-sheet={page}>
      {/* The size is known in advance, so pages do not jump while they load. */}
      <div
        className={classes['frame']}
        data-page={page}
        style={{ aspectRatio: `${size.width} / ${size.height}`, background: '#fff' }}
      >
        {near && <Picture document={file} page={page} step={0} size={size} sizes={sizes} />}
        {overlay}
      </div>
      <figcaption className={`${classes['caption']} tabular`}>{m.pageRail.of(page, file.pages.length)}</figcaption>
    </figure>
  );
}

const MemoPage = memo(Page);

type Props = {
  file: File;
  zoom: Zoom;
  overlay?: ((page: number, size: PageSize) => ReactNode) | undefined;
  /** Returns whether a page needs its overlay even while it is far outside the window. */
  has: (page: number) => boolean;
  seen: (page: number) => void;
  children: ReactNode;
};

/**
 * Shows all pages in one column. Only pages near the window have a picture, so that documents with a thousand pages can
 * be shown.
 */
export function PaperView({ file, zoom, overlay, has, seen, children }: Props) {
  const current = useCurrentPage(file.pages.length, seen);
  const width = file.pages[0]?.width ?? 595;
  // One point corresponds to 96/72 CSS pixels.
  const style =
    zoom === 'fit' ? { '--paper-most': '860px' } : { '--paper-width': `${Math.round((width * 96 * zoom) / 7200)}px` };
  const sizes = zoom === 'fit' ? '(max-width: 64em) 100vw, 860px' : (style['--paper-width'] ?? '100vw');
  return (
    <div className={classes['paper']}>
      <div className={classes['stack']} style={style}>
        {file.pages.map((size, index) => {
          const page = index + 1;
          const mounted = overlay !== undefined && (Math.abs(page - current) <= 4 || has(page));
          return (
            <MemoPage
              key={page}
              file={file}
              page={page}
              size={size}
              sizes={sizes}
              overlay={mounted ? overlay(page, size) : null}
            />
          );
        })}
        {children}
      </div>
    </div>
  );
}

declare module 'react' {
  interface CSSProperties {
    '--paper-width'?: string;
    '--paper-most'?: string;
  }
}

/** Returns the page at the middle of the window. */
function useCurrentPage(count: number, seen: (page: number) => void): number {
  const [current, setCurrent] = useState(1);
  useEffect(() => {
    let frame = 0;
    const find = () => {
      frame = 0;
      const middle = window.innerHeight / 2;
      const sheets = document.querySelectorAll<HTMLElement>('[data-sheet]');
      let [low, high] = [0, sheets.length - 1];
      while (low < high) {
        const between = (low + high) >> 1;
        if ((sheets[between]?.getBoundingClientRect().bottom ?? 0) >= middle) high = between;
        else low = between + 1;
      }
      setCurrent(low + 1);
    };
    const later = () => {
      if (frame === 0) frame = requestAnimationFrame(find);
    };
    find();
    window.addEventListener('scroll', later, { passive: true });
    window.addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', later);
      window.removeEventListener('resize', later);
    };
  }, [count]);
  useEffect(() => seen(current), [current, seen]);
  return current;
}
