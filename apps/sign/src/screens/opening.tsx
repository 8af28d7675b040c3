/** Shown for the moment that the link takes to be exchanged: the sheet is there already, the words follow. */
import type { ComponentChildren } from 'preact';
import { useWords } from '../parts/words.ts';
import { Mark } from '../parts/icon.tsx';

export function Opening() {
  const { m } = useWords();
  return (
    <Sheet brand={m.brand}>
      <h1 class="opening">{m.opening}</h1>
    </Sheet>
  );
}

/** Without words while those of the visitor's language come. */
export function Sheet({ brand, children }: { brand?: string; children?: ComponentChildren }) {
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
            <i />
          </p>
        </div>
      </main>
    </div>
  );
}
