import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { isReachable, onReturn } from '@countersign/ui-kit/connection';
import { pagePicture } from '../api/pictures.ts';
import { ApiImage } from './ApiImage.tsx';
import { m } from './part-texts.ts';
import classes from './PagePictures.module.css';

export type PageSize = { width: number; height: number };

/** An object with pages, such as a document or a template. */
export type Paper = {
  id: string;
  title: string;
  pages: readonly PageSize[];
  /** Returns the URL of a page's picture. Defaults to the pictures of the document with this ID. */
  picture?: (page: number, width: number) => string;
};

const PIECE = 20;

type PictureProps = {
  document: Paper;
  page: number;
  step: number;
  size: PageSize;
  /** The displayed width, in the syntax of the `sizes` attribute of `img`. */
  sizes?: string;
};

/** Shows one page as a picture. If the picture could not be loaded, it can be reloaded. */
export function Picture({ document, page, step, size, sizes = '(max-width: 64em) 100vw, 860px' }: PictureProps) {
  const [failed, setFailed] = useState(false);
  // A picture that failed to load is reloaded once the connection is restored.
  useEffect(() => (failed ? onReturn(() => setFailed(false)) : undefined), [failed]);
  const fail = () => {
    setFailed(true);
    void isReachable();
  };
  const at = (width: number) => document.picture?.(page, width) ?? pagePicture(document.id, page, width, step);
  return (
    // The size is known in advance, so pages do not jump while they load.
    <div className={classes['sheet']} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
      {failed ? (
        <div className={classes['failed']}>
          <p>{m.pagePictures.pageFailed(page)}</p>
          <Button size="xs" variant="default" onClick={() => setFailed(false)}>
            {m.pagePictures.tryAgain}
          </Button>
        </div>
      ) : (
        <ApiImage
          className={classes['picture']}
          src={at(900)}
          srcSet={`${at(900)} 900w, ${at(1600)} 1600w`}
          sizes={sizes}
          alt={m.pagePictures.pageOf(page, document.title)}
          loading={page > 2 ? 'lazy' : 'eager'}
          decoding="async"
          draggable={false}
          onError={fail}
        />
      )}
    </div>
  );
}

type Props = {
  document: Paper;
  /** A number that increases when the pages change visibly. */
  step: number;
  /** Returns the content to show over a page. */
  overlay?: (page: number, size: PageSize) => ReactNode;
};

/**
 * Shows the document as a stack of pages. Long documents are shown twenty pages at a time, because a browser should not
 * keep a thousand images in memory.
 */
export function PagePictures({ document, step, overlay }: Props) {
  const [shown, setShown] = useState(PIECE);
  const count = document.pages.length;
  return (
    <div className={classes['stack']}>
      {document.pages.slice(0, shown).map((size, index) => (
        <figure key={index} className={classes['page']}>
          <div className={classes['frame']} data-page={index + 1}>
            <Picture document={document} page={index + 1} step={step} size={size} />
            {overlay?.(index + 1, size)}
          </div>
          <figcaption className={`${classes['caption']} tabular`}>{m.pagePictures.of(index + 1, count)}</figcaption>
        </figure>
      ))}
      {shown < count && (
        <Button variant="default" onClick={() => setShown(shown + PIECE)}>
          {m.pagePictures.showMoreOfPages(Math.min(PIECE, count - shown), count)}
        </Button>
      )}
    </div>
  );
}
