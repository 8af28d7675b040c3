/** Shown for the moment that the link takes to be exchanged: the sheet is there already, the words follow. */
import { useWords } from '../parts/words.ts';
import { Mark } from '../parts/icon.tsx';

export function Opening() {
  const { m } = useWords();
  return (
    <div class="frame">
      <header class="frame-head">
        <Mark />
        <span>{m.brand}</span>
      </header>
      <main class="frame-main letter is-opening">
        <h1 class="opening">{m.opening}</h1>
      </main>
    </div>
  );
}
