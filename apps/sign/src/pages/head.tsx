import type { ComponentChildren } from 'preact';
import { Icon, Mark } from '../parts/icon.tsx';
import { Heading } from '../parts/frame.tsx';
import { useWords } from '../parts/words.ts';

const STEPS = [1, 1.25, 1.5, 2, 3] as const;

type Props = {
  title: string;
  zoom: number;
  onZoom: (zoom: number) => void;
  /** Further actions on the document. */
  children?: ComponentChildren;
};

export function DocumentHead({ title, zoom, onZoom, children }: Props) {
  const { m, percent } = useWords();
  const smaller = STEPS.findLast((step) => step < zoom);
  const larger = STEPS.find((step) => step > zoom);
  return (
    <header class="desk-head">
      <Mark />
      <Heading>
        <bdi>{title}</bdi>
      </Heading>
      <div class="zoom" role="group" aria-label={m.zoomLabel}>
        <button
          type="button"
          class="button quiet square"
          aria-label={m.zoomOut}
          disabled={smaller === undefined}
          onClick={() => onZoom(smaller ?? zoom)}
        >
          <Icon name="minus" />
        </button>
        <span class="zoom-now" aria-live="polite">
          {percent(zoom)}
        </span>
        <button
          type="button"
          class="button quiet square"
          aria-label={m.zoomIn}
          disabled={larger === undefined}
          onClick={() => onZoom(larger ?? zoom)}
        >
          <Icon name="plus" />
        </button>
      </div>
      {children}
    </header>
  );
}
