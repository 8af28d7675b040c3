import { useState } from 'react';

/** The zoom in percent, or 'fit' for the available width. */
export type Zoom = 'fit' | number;
export const ZOOMS: readonly number[] = [50, 75, 100, 125, 150, 200];

export type View = {
  zoom: Zoom;
  setZoom: (zoom: Zoom) => void;
  /** Zooms to the next larger or smaller step. */
  step: (by: 1 | -1) => void;
  /** The page in the middle of the window. */
  page: number;
  seen: (page: number) => void;
  go: (page: number) => void;
};

/** Returns the current width of a page as a zoom percentage. Zooming in or out from "fit" starts at this percentage. */
function percentNow(): number {
  const sheet = document.querySelector<HTMLElement>('[data-page]');
  const width = Number(sheet?.style.aspectRatio.split('/')[0] ?? 595);
  return sheet === null ? 100 : (sheet.getBoundingClientRect().width / width) * 75;
}

export function useView(): View {
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [page, setPage] = useState(1);
  return {
    zoom,
    setZoom,
    step: (by) => {
      const now = zoom === 'fit' ? percentNow() : zoom;
      const next = by === 1 ? ZOOMS.find((one) => one > now + 1) : ZOOMS.findLast((one) => one < now - 1);
      if (next !== undefined) setZoom(next);
    },
    page,
    seen: setPage,
    go: (to) => {
      document.querySelector(`[data-sheet="${to}"]`)?.scrollIntoView({ block: 'start' });
    },
  };
}
