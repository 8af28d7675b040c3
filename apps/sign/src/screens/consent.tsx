/** The last step, with a plain description of the action, the consent, and the button that signs. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { approves, type Review, type Submission } from '../flow/flow.ts';
import type { Failure } from '../flow/failure.ts';
import { refusalWords, Said, waitWords } from '../parts/faults.tsx';
import { Icon } from '../parts/icon.tsx';
import { mailto } from '../parts/mailto.ts';
import { Modal } from '../parts/modal.tsx';
import { SignaturePicture } from '../parts/signature-picture.tsx';
import { useWords } from '../parts/words.ts';
import { directionOf } from '@countersign/contract/languages';

type Props = { review: Review; inPerson: boolean; onSign: () => void; onClose: () => void };

export function ConsentDialog({ review, inPerson, onSign, onClose }: Props) {
  const { m } = useWords();
  const { view, draft, submission } = review;
  const [agreed, setAgreed] = useState(false);
  const [asked, setAsked] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const sending = submission.state === 'sending';
  const approver = approves(view);
  const what = approver ? m.whatHappensApprove : m.whatHappens;

  const sign = (): void => {
    if (sending) return;
    if (agreed) return onSign();
    setAsked(true);
    box.current?.focus();
  };
  return (
    <Modal title={approver ? m.approveTitle : m.consentTitle} closable={!sending} onClose={onClose}>
      <form
        class="consent"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          sign();
        }}
      >
        {approver || draft.signature === null ? null : (
          <div class="paper-slip" role="img" aria-label={m.signatureOf(view.signer.name)}>
            <SignaturePicture signature={draft.signature} />
          </div>
        )}
        <p>{what(view.document.title, view.sender.name)}</p>
        <div class={`consent-box ${asked && !agreed ? 'is-asked' : ''}`}>
          <input
            ref={box}
            id="consent"
            type="checkbox"
            checked={agreed}
            aria-describedby={asked && !agreed ? 'consent-text consent-fault' : 'consent-text'}
            aria-invalid={asked && !agreed}
            // The check box is not disabled during signing, because it would lose the focus.
            onChange={(event) => {
              if (sending) event.currentTarget.checked = agreed;
              else setAgreed(event.currentTarget.checked);
            }}
          />
          <label for="consent">
            <strong>{m.consentLabel}</strong>
            {/* The consent text in the recipient's language. Its hash is part of the evidence. */}
            <span id="consent-text" lang={view.consent.language} dir={directionOf(view.consent.language)}>
              {view.consent.text}
            </span>
          </label>
        </div>
        {asked && !agreed ? (
          <p id="consent-fault" class="fault" role="alert">
            {m.consentNeeded}
          </p>
        ) : null}
        <Outcome submission={submission} />
        {inPerson ? null : (
          <p class="small muted">
            {m.ratherNot} <a href={mailto(view.sender.email, m.askSubject(view.document.title))}>{view.sender.email}</a>
          </p>
        )}
        <div class="modal-actions">
          <button type="button" class="button" disabled={sending} onClick={onClose}>
            {m.back}
          </button>
          <button type="submit" class="button primary" aria-disabled={sending}>
            {sending ? <span class="spinner" /> : <Icon name={approver ? 'check' : 'pen'} />}
            {sending
              ? approver
                ? m.approving
                : m.signing
              : submission.state === 'failed'
                ? m.tryAgain
                : approver
                  ? m.approveDocument
                  : m.signDocument}
          </button>
        </div>
      </form>
    </Modal>
  );
}

function Outcome({ submission }: { submission: Submission }) {
  const { m } = useWords();
  const outcome = useRef<HTMLDivElement>(null);
  // On a small screen, the dialog is longer than the window, so the error is scrolled into view.
  useEffect(() => outcome.current?.scrollIntoView({ block: 'nearest' }), [submission.state]);
  if (submission.state === 'idle') return null;
  if (submission.state === 'sending') {
    return (
      <p class="small muted" role="status">
        {m.signingNote}
      </p>
    );
  }
  const { failure } = submission;
  const words = m.sendFaults[wordsOf(failure)];
  return (
    <div ref={outcome} class="panel bad" role="alert">
      <Icon name="alert" />
      <div>
        <h3>{words.title}</h3>
        <p>{words.text}</p>
        {failure.kind === 'invalid'
          ? failure.faults.map(({ field, code }) => <p key={field}>{refusalWords(m, code)}</p>)
          : null}
        {failure.kind === 'other' ? <Said message={failure.message} /> : null}
        {failure.kind === 'unavailable' ? <p>{waitWords(m, failure.retryAfter)}</p> : null}
        {'requestId' in failure && failure.requestId !== null ? (
          <p class="small">{m.requestId(failure.requestId)}</p>
        ) : null}
      </div>
    </div>
  );
}

function wordsOf(failure: Failure): 'offline' | 'unavailable' | 'invalid' | 'other' {
  const { kind } = failure;
  return kind === 'offline' || kind === 'unavailable' || kind === 'invalid' ? kind : 'other';
}
