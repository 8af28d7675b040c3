/**
 * Shows a separate page for each reason why a document cannot be shown, with the data that was kept and the next step.
 */
import type { SigningView } from '@countersign/contract';
import { useEffect } from 'preact/hooks';
import { type About, type Failure, isEnding } from '../flow/failure.ts';
import { waitWords } from '../parts/faults.tsx';
import { Frame, Heading } from '../parts/frame.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { later } from '../parts/later.tsx';
import { mailto } from '../parts/mailto.ts';
import { useWords } from '../parts/words.ts';
import type { SignWords } from '@countersign/words/sign';

const PackageNext = later(async () => (await import('../parts/package.tsx')).PackageNext, null);

type Page = keyof SignWords['stopped'];
type Tone = 'plain' | 'wait' | 'bad';

const styles: Record<Page, { icon: IconName; tone: Tone }> = {
  'no-link': { icon: 'mail', tone: 'plain' },
  'session-ended': { icon: 'lock', tone: 'plain' },
  'wrong-link': { icon: 'link', tone: 'bad' },
  expired: { icon: 'clock', tone: 'wait' },
  voided: { icon: 'close', tone: 'bad' },
  replaced: { icon: 'mail', tone: 'wait' },
  removed: { icon: 'close', tone: 'plain' },
  unreadable: { icon: 'clock', tone: 'wait' },
  declined: { icon: 'declined', tone: 'bad' },
  'you-declined': { icon: 'declined', tone: 'plain' },
  'you-forwarded': { icon: 'right', tone: 'plain' },
  locked: { icon: 'lock', tone: 'bad' },
  offline: { icon: 'offline', tone: 'wait' },
  unavailable: { icon: 'alert', tone: 'wait' },
  other: { icon: 'alert', tone: 'bad' },
};

/** How long to wait before a retry if the service did not state a time. */
const AGAIN_SECONDS = 5;

type Props = {
  failure: Failure;
  view: SigningView | null;
  onRetry: () => void;
  onNext: (from: string, to: string) => Promise<Failure | null>;
};

export function Stopped({ failure, view, onRetry, onNext }: Props) {
  const { m } = useWords();
  const page = pageOf(failure);
  const { icon, tone } = styles[page];
  const words = m.stopped[page];
  const about = aboutOf(failure, view);
  const all = isEnding(failure) ? failure.all : undefined;
  // For a package, the signed and unsigned documents are listed.
  const isListed = all !== undefined && all.documents.length > 1;
  // Opening a link changes nothing, so it is safe to retry automatically. If the service is unavailable, the retry
  // happens at the time that the service states.
  useEffect(() => {
    if (failure.kind !== 'unavailable') return undefined;
    const timer = setTimeout(onRetry, (failure.retryAfter ?? AGAIN_SECONDS) * 1000);
    return () => clearTimeout(timer);
  }, [failure, onRetry]);
  const canRetry = page === 'offline' || page === 'unavailable' || page === 'other';
  return (
    <Frame
      action={
        canRetry ? (
          <button type="button" class="button primary wide" onClick={onRetry}>
            {m.tryAgain}
          </button>
        ) : undefined
      }
    >
      <span class={`seal ${tone}`}>
        <Icon name={icon} size={28} />
      </span>
      {about === null || about.title === null ? null : (
        <p class="muted letter-ask">
          <bdi>{about.title}</bdi>
        </p>
      )}
      <Heading>{words.title}</Heading>
      <p>{words.what}</p>
      {words.kept === '' || isListed ? null : <p>{words.kept}</p>}
      {words.todo === '' ? null : <p>{words.todo}</p>}
      {all === undefined ? null : <PackageNext all={all} onNext={onNext} />}
      {failure.kind === 'unavailable' ? <p>{waitWords(m, failure.retryAfter)}</p> : null}
      {about === null ? null : (
        <p class="ask">
          <span>
            <strong>{about.sender.name}</strong>
            <span class="muted">{about.sender.email}</span>
          </span>
          <a
            class="button"
            href={mailto(about.sender.email, about.title === null ? m.brand : m.askSubject(about.title))}
          >
            <Icon name="mail" />
            {m.writeTo(about.sender.name)}
          </a>
        </p>
      )}
      {'requestId' in failure && failure.requestId !== null ? (
        <p class="small muted">{m.requestId(failure.requestId)}</p>
      ) : null}
    </Frame>
  );
}

function pageOf(failure: Failure): Page {
  switch (failure.kind) {
    case 'invalid':
      // The request contains nothing except the link, so the link must be wrong.
      return 'wrong-link';
    case 'code':
    case 'step':
    case 'not-your-turn':
    case 'already-signed':
    case 'hand-back':
      return 'other';
    default:
      return failure.kind;
  }
}

function aboutOf(failure: Failure, view: SigningView | null): About | null {
  if ('about' in failure && failure.about !== null) return failure.about;
  return view === null ? null : { title: view.document.title, sender: view.sender };
}
