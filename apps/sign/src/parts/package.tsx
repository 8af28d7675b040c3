/** Several documents in one visit: what they are, how far the visitor has come, and the way on to the next. */
import type { SigningView } from '@countersign/contract';
import { useState } from 'preact/hooks';
import type { Failure } from '../flow/failure.ts';
import { nextInPackage } from '../flow/package.ts';
import { PACKAGE } from '../words/package.ts';
import { pick } from '../words/pick.ts';
import { Icon } from './icon.tsx';

type Package = NonNullable<SigningView['package']>;

function stateOf(
  document: Package['documents'][number],
  view: SigningView,
): { tone: string; word: 'signed' | 'here' | 'open' | 'ended' } {
  if (document.status === 'signed') return { tone: 'done', word: 'signed' };
  if (document.signer_id === view.signer.id) return { tone: 'wait', word: 'here' };
  const isOpen =
    document.document_status === 'in-progress' &&
    (document.status === 'pending-signature' || document.status === 'waiting');
  return { tone: 'idle', word: isOpen ? 'open' : 'ended' };
}

export function PackageList({ view, all }: { view: SigningView; all: Package }) {
  const { words, lang, dir } = pick(PACKAGE, navigator.languages);
  return (
    <section class="signers" lang={lang} dir={dir} aria-labelledby="package">
      <h2 id="package">{words.heading(all.documents.length)}</h2>
      <p class="small muted">
        {words.position(all.position, all.documents.length)}. {words.text}
      </p>
      <ol>
        {all.documents.map((document) => {
          const { tone, word } = stateOf(document, view);
          return (
            <li key={document.document_id} aria-current={document.signer_id === view.signer.id ? 'step' : undefined}>
              <span dir="auto">{document.title}</span>
              <span class={`chip ${tone}`}>{words[word]}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

type NextProps = { view: SigningView; all: Package; onNext: (signerId: string) => Promise<Failure | null> };

/** After one is signed: the next is one press away, and at the end all of them are there. */
export function PackageNext({ view, all, onNext }: NextProps) {
  const { words, lang, dir } = pick(PACKAGE, navigator.languages);
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const { next, left, isOver } = nextInPackage(view, all);
  const go = async (signerId: string): Promise<void> => {
    if (state === 'busy') return;
    setState('busy');
    if ((await onNext(signerId)) !== null) setState('failed');
  };
  return (
    <div class="stack" lang={lang} dir={dir}>
      {next === undefined ? (
        isOver && <p class="note">{words.allDone(all.documents.length)}</p>
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
            <span dir="auto">{words.next(next.title)}</span>
            <Icon name="right" />
          </button>
        </>
      )}
      <PackageList view={view} all={all} />
    </div>
  );
}
