/** Shown while the link is being opened. It shows the same text as the initial content of index.html. */
import type { ComponentChildren } from 'preact';
import { useWords } from '../parts/words.ts';
import { Mark } from '../parts/icon.tsx';

export function Opening() {
  const { m } = useWords();
  return (
    <OpeningFrame brand={m.brand}>
      <h1 class="opening">{m.opening}</h1>
      <p class="opening-note">{m.openingNote}</p>
    </OpeningFrame>
  );
}

/** No text is shown until the visitor's language is loaded. */
export function OpeningFrame({ brand, children }: { brand?: string; children?: ComponentChildren }) {
  return (
    <div class="frame">
      <header class="frame-head">
        <Mark />
        <span>{brand}</span>
      </header>
      <main class="frame-main">
        <div class="letter is-opening">
          {children}
          <p class="lines" aria-hidden="true">
            <i />
            <i />
            <i />
          </p>
        </div>
      </main>
    </div>
  );
}
