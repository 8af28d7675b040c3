/** Step 1 shows the sender, the document, the time left, and a single action. */
import type { SigningView } from '@countersign/contract';
import type { ComponentChildren } from 'preact';
import { daysUntil } from '../flow/clock.ts';
import type { Ending } from '../flow/failure.ts';
import { allOf, type Package } from '../flow/package.ts';
import { approves } from '../flow/flow.ts';
import { Frame, Heading } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import { later } from '../parts/later.tsx';
import type { Visit } from '../flow/use-visit.ts';
import { mailto } from '../parts/mailto.ts';
import { useWords } from '../parts/words.ts';
import { DeclineOrForward } from './decline-or-forward.tsx';

type Props = { view: SigningView; visit: Visit; onReview: () => void };
/** `notice` explains why this document is shown. `documents` lists all documents of the visit. */
type Parts = { notice?: ComponentChildren; documents?: ComponentChildren };
type OfPackage = { after: Ending | null; all: Package | null };

/**
 * The screen is shown only when the package components are loaded, because they would otherwise move its button away
 * from the pointer.
 */
const PackageLetter = later<Props & OfPackage>(async () => {
  const { PackageList, After } = await import('../parts/package.tsx');
  return ({ after, all, ...props }) => (
    <Letter
      {...props}
      notice={after === null ? null : <After ending={after} />}
      documents={all === null ? null : <PackageList all={all} />}
    />
  );
});

export function Welcome({ after, ...props }: Props & { after: Ending | null }) {
  const all = allOf(props.view);
  return after === null && all === null ? <Letter {...props} /> : <PackageLetter {...props} after={after} all={all} />;
}

function Letter({ view, visit, onReview, notice, documents }: Props & Parts) {
  const { m, list } = useWords();
  const { document, sender, signer } = view;
  const asks = approves(view) ? m.asksToApprove : m.asksToSign;
  const others = view.others.map((other) => other.name);
  return (
    <Frame
      action={
        <>
          <DeclineOrForward view={view} visit={visit} />
          <button type="button" class="button primary wide" onClick={onReview}>
            {m.reviewDocument}
            <Icon name="right" />
          </button>
        </>
      }
    >
      {notice}
      <p class="letter-from">
        <span class="initials" aria-hidden="true">
          {initials(sender.organization || sender.name)}
        </span>
        <span>
          <strong>{sender.organization || sender.name}</strong>
          {sender.organization === '' ? null : <span>{sender.name}</span>}
          <span class="muted break">{sender.email}</span>
        </span>
      </p>
      <div class="letter-ask">
        <p class="muted">{asks(sender.name)}</p>
        <Heading takesFocus={false}>
          <bdi>{document.title}</bdi>
        </Heading>
        <p class="muted">{m.asTheSigner(signer.name)}</p>
      </div>
      {document.message === null || document.message === '' ? null : (
        <figure class="message">
          <figcaption class="sr">{m.messageFrom(sender.name)}</figcaption>
          <blockquote dir="auto">{document.message}</blockquote>
        </figure>
      )}
      <dl class="facts">
        <div>
          <dt>{m.document}</dt>
          <dd>
            {m.pageCount(view.pages.length)} <bdi class="muted break">{document.filename}</bdi>
          </dd>
        </div>
        <div>
          <dt>{m.signBy}</dt>
          <dd>{document.expiration === null ? m.noEndDate : <Deadline iso={document.expiration} />}</dd>
        </div>
        {others.length === 0 ? null : (
          <div>
            <dt>{m.alsoSigning}</dt>
            <dd>{list(others)}</dd>
          </div>
        )}
      </dl>
      {documents}
      <p class="note">{approves(view) ? m.nothingYetApprover : m.nothingYet}</p>
      {visit.inPerson ? null : (
        <p class="small muted">
          {m.notForYou} <a href={mailto(sender.email, m.askSubject(document.title))}>{m.writeTo(sender.name)}</a>
        </p>
      )}
    </Frame>
  );
}

function Deadline({ iso }: { iso: string }) {
  const { m, day } = useWords();
  const days = daysUntil(iso, new Date());
  return (
    <>
      <time dateTime={iso}>{day(iso)}</time>{' '}
      <span class={days <= 3 ? 'chip wait' : 'muted'}>{days <= 0 ? m.lastDay : m.daysLeft(days)}</span>
    </>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}
