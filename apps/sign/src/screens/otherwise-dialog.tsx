/** The dialog for declining with a reason, or forwarding to another person. */
import type { SigningView } from '@countersign/contract';
import { useState } from 'preact/hooks';
import type { Failure } from '../flow/failure.ts';
import type { Visit } from '../flow/use-visit.ts';
import { Said } from '../parts/faults.tsx';
import { Icon } from '../parts/icon.tsx';
import { Modal } from '../parts/modal.tsx';
import { useWords } from '../parts/words.ts';

type Way = 'decline' | 'forward';
type DialogProps = { view: SigningView; visit: Visit; onClose: () => void };

export function OtherwiseDialog({ view, visit, onClose }: DialogProps) {
  const { m } = useWords();
  const [way, setWay] = useState<Way | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const run = async (work: () => Promise<Failure | null>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    // If the request succeeds, the visit ends and the dialog closes with it.
    setFailure(await work());
    setBusy(false);
  };
  const back = (): void => {
    setWay(null);
    setFailure(null);
  };
  const common = { busy, failure, onBack: back };
  return (
    <Modal
      key={way ?? 'choice'}
      title={way === null ? m.otherwise : way === 'decline' ? m.declineTitle : m.forwardTitle}
      closable={!busy}
      onClose={onClose}
    >
      {way === 'decline' ? (
        <DeclineForm {...common} view={view} onDecline={(reason) => void run(() => visit.decline(view, reason))} />
      ) : way === 'forward' ? (
        <ForwardForm {...common} view={view} onForward={(to) => void run(() => visit.forward(view, to))} />
      ) : (
        <div class="ways">
          {view.can_forward ? (
            <button type="button" class="button wide" onClick={() => setWay('forward')}>
              <Icon name="person" />
              {m.forwardTitle}
            </button>
          ) : null}
          <button type="button" class="button wide" onClick={() => setWay('decline')}>
            <Icon name="close" />
            {m.declineTitle}
          </button>
        </div>
      )}
    </Modal>
  );
}

type FormProps = { view: SigningView; busy: boolean; failure: Failure | null; onBack: () => void };

function DeclineForm({ view, busy, failure, onBack, onDecline }: FormProps & { onDecline: (reason: string) => void }) {
  const { m } = useWords();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const isMissing = asked && reason.trim() === '';
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (reason.trim() === '') document.getElementById('decline-reason')?.focus();
        else onDecline(reason.trim());
      }}
    >
      <p>{m.declineText(view.sender.name)}</p>
      <label for="decline-reason">{m.declineReason}</label>
      <textarea
        id="decline-reason"
        rows={4}
        dir="auto"
        maxLength={1000}
        value={reason}
        aria-invalid={isMissing}
        aria-describedby={isMissing ? 'decline-fault' : undefined}
        onInput={(event) => setReason(event.currentTarget.value)}
      />
      {isMissing ? (
        <p id="decline-fault" class="fault" role="alert">
          {m.declineMissing}
        </p>
      ) : null}
      <Outcome failure={failure} />
      <Actions busy={busy} onBack={onBack} label={m.decline} />
    </form>
  );
}

type To = { email: string; name: string };

function ForwardForm({ view, busy, failure, onBack, onForward }: FormProps & { onForward: (to: To) => void }) {
  const { m } = useWords();
  const [to, setTo] = useState<To>({ email: '', name: '' });
  const [asked, setAsked] = useState(false);
  const fault = !asked
    ? null
    : to.name.trim() === ''
      ? 'name'
      : /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(to.email.trim())
        ? null
        : 'email';
  const isRefused = failure?.kind === 'invalid';
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        const isWhole = to.name.trim() !== '' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(to.email.trim());
        if (isWhole) onForward({ name: to.name.trim(), email: to.email.trim() });
        else document.getElementById(to.name.trim() === '' ? 'forward-name' : 'forward-email')?.focus();
      }}
    >
      <p>{m.forwardText(view.sender.name)}</p>
      <label for="forward-name">{m.forwardName}</label>
      <input
        id="forward-name"
        type="text"
        dir="auto"
        autocomplete="off"
        maxLength={120}
        value={to.name}
        aria-invalid={fault === 'name'}
        aria-describedby={fault === 'name' ? 'forward-fault' : undefined}
        onInput={(event) => setTo({ ...to, name: event.currentTarget.value })}
      />
      <label for="forward-email">{m.forwardEmail}</label>
      <input
        id="forward-email"
        type="email"
        dir="ltr"
        autocomplete="off"
        maxLength={254}
        value={to.email}
        aria-invalid={fault === 'email' || isRefused}
        aria-describedby={fault === 'email' || isRefused ? 'forward-fault' : undefined}
        onInput={(event) => setTo({ ...to, email: event.currentTarget.value })}
      />
      {fault === null && !isRefused ? null : (
        <p id="forward-fault" class="fault" role="alert">
          {fault === 'name' ? m.faults.required : fault === 'email' ? m.faults.email : m.forwardRefused}
        </p>
      )}
      {isRefused ? null : <Outcome failure={failure} />}
      <Actions busy={busy} onBack={onBack} label={m.forward} />
    </form>
  );
}

function Actions({ busy, onBack, label }: { busy: boolean; onBack: () => void; label: string }) {
  const { m } = useWords();
  return (
    <div class="modal-actions">
      <button type="button" class="button" disabled={busy} onClick={onBack}>
        {m.back}
      </button>
      <button type="submit" class="button primary" aria-disabled={busy}>
        {busy ? <span class="spinner" /> : null}
        {label}
      </button>
    </div>
  );
}

function Outcome({ failure }: { failure: Failure | null }) {
  const { m } = useWords();
  if (failure === null) return null;
  const words =
    m.otherwiseFaults[failure.kind === 'offline' || failure.kind === 'unavailable' ? failure.kind : 'other'];
  return (
    <div class="panel bad" role="alert">
      <Icon name="alert" />
      <div>
        <h3>{words.title}</h3>
        <p>{words.text}</p>
        {failure.kind === 'other' ? <Said message={failure.message} /> : null}
      </div>
    </div>
  );
}
