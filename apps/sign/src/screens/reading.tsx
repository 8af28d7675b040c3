/** Shows a read-only document, because the recipient only gets a copy or it is not yet the signer's turn. */
import type { SigningView } from '@countersign/contract';
import { useState } from 'preact/hooks';
import type { Visit } from '../flow/use-visit.ts';
import { Icon } from '../parts/icon.tsx';
import { useWords } from '../parts/words.ts';
import { DocumentHead } from '../pages/head.tsx';
import { Pages } from '../pages/pages.tsx';

export function Reading({ view, visit }: { view: SigningView; visit: Visit }) {
  const { m } = useWords();
  const [zoom, setZoom] = useState(1);
  const waits = view.blocked === 'NOT_YOUR_TURN';
  return (
    <div class="desk">
      <DocumentHead title={view.document.title} zoom={zoom} onZoom={setZoom} />
      <main class="desk-main">
        <Pages view={view} visit={visit} zoom={zoom} />
      </main>
      <footer class="bar">
        <div class="bar-row">
          <p class="bar-status">{waits ? m.readingTurn : m.readingCopy}</p>
          {waits ? (
            <button type="button" class="button" onClick={() => visit.act({ type: 'leave' })}>
              <Icon name="back" />
              {m.back}
            </button>
          ) : null}
        </div>
      </footer>
    </div>
  );
}
