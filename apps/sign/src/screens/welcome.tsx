/** Step 1: who asks, what, and how long there is. One action. */
import type { SigningView } from '@countersign/contract';
import { daysUntil } from '../flow/clock.ts';
import { approves } from '../flow/flow.ts';
import { Frame, Heading } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import { later } from '../parts/later.tsx';
import type { Visit } from '../flow/use-visit.ts';
import { mailto } from '../parts/mailto.ts';
import { useWords } from '../parts/words.ts';
import { Otherwise } from './otherwise.tsx';

const PackageList = later(async () => (await import('../parts/package.tsx')).PackageList, null);

export function Welcome({ view, visit, onReview }: { view: SigningView; visit: Visit; onReview: () => void }) {
  const { m, day } = useWords();
  const { document, sender, signer } = view;
  const asks = approves(view) ? m.asksToApprove : m.asksToSign;
  const others = view.others.map((other) => other.name);
  return (
    <Frame
      action={
        <>
          <Otherwise view={view} visit={visit} />
          <button type="button" class="button primary wide" onClick={onReview}>
            {m.reviewDocument}
            <Icon name="right" />
          </button>
        </>
      }
    >
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
        <Heading takesFocus={false}>{document.title}</Heading>
        <p class="muted">{m.asTheSigner(signer.name)}</p>
      </div>
      {document.message === null || document.message === '' ? null : (
        <figure class="message">
          <figcaption class="sr">{m.messageFrom(sender.name)}</figcaption>
          <blockquote>{document.message}</blockquote>
        </figure>
      )}
      <dl class="facts">
        <div>
          <dt>{m.document}</dt>
          <dd>
            {m.pageCount(view.pages.length)}
            <span class="muted break"> {document.filename}</span>
          </dd>
        </div>
        <div>
          <dt>{m.signBy}</dt>
          <dd>
            {document.expiration === null ? (
              m.noEndDate
            ) : (
              <Deadline iso={document.expiration} day={day} left={m.daysLeft} />
            )}
          </dd>
        </div>
        {others.length === 0 ? null : (
          <div>
            <dt>{m.alsoSigning}</dt>
            <dd>{others.join(', ')}</dd>
          </div>
        )}
      </dl>
      {view.package === null ? null : <PackageList view={view} all={view.package} />}
      <p class="note">{approves(view) ? m.nothingYetApprover : m.nothingYet}</p>
      {visit.inPerson ? null : (
        <p class="small muted">
          {m.notForYou} <a href={mailto(sender.email, m.askSubject(document.title))}>{m.writeTo(sender.name)}</a>
        </p>
      )}
    </Frame>
  );
}

function Deadline({ iso, day, left }: { iso: string; day: (iso: string) => string; left: (days: number) => string }) {
  const days = daysUntil(iso, new Date());
  return (
    <>
      <time dateTime={iso}>{day(iso)}</time> <span class={days <= 3 ? 'chip wait' : 'muted'}>{left(days)}</span>
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
