/** Shown while other people must sign first. The document can already be read. */
import type { SigningView } from '@countersign/contract';
import { Frame, Heading } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import { useWords } from '../parts/words.ts';
import { Signers } from './signers.tsx';

export function NotYourTurn({ view, onRead, onRetry }: { view: SigningView; onRead: () => void; onRetry: () => void }) {
  const { m } = useWords();
  return (
    <Frame
      action={
        <>
          <button type="button" class="button wide" onClick={onRetry}>
            {m.checkAgain}
          </button>
          <button type="button" class="button primary wide" onClick={onRead}>
            {m.readMeanwhile}
          </button>
        </>
      }
    >
      <span class="seal wait">
        <Icon name="clock" size={28} />
      </span>
      <p class="muted letter-ask">
        <bdi>{view.document.title}</bdi>
      </p>
      <Heading>{m.turnTitle}</Heading>
      <p>{m.turnText(`${view.sender.name} (${view.sender.email})`)}</p>
      <Signers view={view} />
    </Frame>
  );
}
