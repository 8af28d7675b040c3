/**
 * Shows several documents in one visit, with their titles, the progress, and a button to continue with the next
 * document.
 */
import type { PackageWords } from '@countersign/words/sign';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Ending, Failure } from '../flow/failure.ts';
import { currentEntry, nextInPackage, type Package, standingOf } from '../flow/package.ts';
import { Icon } from './icon.tsx';
import { useWords } from './words.ts';

/** Returns the strings for a package, or the strings for a visitor with several roles in one document. */
function useAllWords({ ofRoles }: Package): PackageWords & { approver?: string } {
  const { package: words, roles } = useWords().m;
  return ofRoles === true ? { ...words, ...roles } : words;
}

const titleOf = ({ title, role }: Package['documents'][number], approver: string | undefined): string =>
  role === 'approver' && approver !== undefined ? `${title} (${approver})` : title;

/** Hidden if this visitor has only one document in the package. */
export function PackageList({ all }: { all: Package }) {
  const words = useAllWords(all);
  if (all.documents.length < 2) return null;
  const { isOver } = nextInPackage(all);
  const own = currentEntry(all);
  return (
    <section class="signers" aria-labelledby="package">
      <h2 id="package">{words.heading(all.documents.length)}</h2>
      {isOver && own !== undefined && standingOf(own) !== 'open' ? null : (
        <p class="small muted">
          {words.position(all.position, all.documents.length)}. {words.text}
        </p>
      )}
      <ol>
        {all.documents.map((document) => {
          const standing = standingOf(document);
          const isHere = document === own && standing === 'open';
          const tone = standing === 'signed' ? 'done' : isHere ? 'wait' : 'idle';
          const word = standing === 'signed' ? words.signed : isHere ? words.here : words.standing[standing];
          return (
            <li key={document.signer_id} aria-current={document === own ? 'step' : undefined}>
              <span dir="auto">{titleOf(document, words.approver)}</span>
              <span class={`chip ${tone}`}>{word}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

type NextProps = { all: Package; onNext: (from: string, to: string) => Promise<Failure | null> };

/**
 * Shown after a document was signed or has ended, with a button for the next document. At the end, it lists the signed
 * and unsigned documents.
 */
export function PackageNext({ all, onNext }: NextProps) {
  const words = useAllWords(all);
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const { next, left, isOver } = nextInPackage(all);
  const own = currentEntry(all);
  if (all.documents.length < 2) return null;
  const go = async (signerId: string): Promise<void> => {
    if (state === 'busy' || own === undefined) return;
    setState('busy');
    if ((await onNext(own.signer_id, signerId)) !== null) setState('failed');
  };
  const standings = all.documents.map(standingOf).filter((standing) => standing !== 'nothing');
  const signed = standings.filter((standing) => standing === 'signed').length;
  return (
    <div class="stack">
      {next === undefined ? (
        isOver && (
          <p class="note">
            {signed === standings.length
              ? words.allDone(all.documents.length)
              : words.summary(signed, standings.length)}
          </p>
        )
      ) : (
        <>
          <p class="muted">{words.left(left)}</p>
          {state === 'failed' ? (
            <p class="fault" role="alert">
              {words.failed}
            </p>
          ) : null}
          <button
            type="button"
            class="button primary wide"
            aria-disabled={state === 'busy'}
            onClick={() => void go(next.signer_id)}
          >
            <span dir="auto">{words.next(titleOf(next, words.approver))}</span>
            <Icon name="right" />
          </button>
        </>
      )}
      <PackageList all={all} />
    </div>
  );
}

/**
 * Explains why a different document is shown. It is announced first, because the visitor did not request the change.
 */
export function After({ ending: { kind, about } }: { ending: Ending }) {
  const words = useWords().m.package;
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => note.current?.focus(), []);
  return (
    <p class="note" ref={note} tabIndex={-1}>
      {words.after[kind](about?.title ?? '')}
    </p>
  );
}
