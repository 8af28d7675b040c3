/** The end of a visit: the signed documents with their times, and the finished file once it is available. */
import type { SigningView } from '@countersign/contract';
import { useState } from 'preact/hooks';
import type { Failure } from '../flow/failure.ts';
import { approves } from '../flow/flow.ts';
import { allOf } from '../flow/package.ts';
import type { Service } from '../flow/service.ts';
import { useNews } from '../flow/use-news.ts';
import { Frame, Heading } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import { later } from '../parts/later.tsx';
import { useWords } from '../parts/words.ts';
import { Signers } from './signers.tsx';

const PackageNext = later(async () => (await import('../parts/package.tsx')).PackageNext, null);

type Props = {
  view: SigningView;
  service: Service;
  onNews: (view: SigningView) => void;
  onNext: (from: string, to: string) => Promise<Failure | null>;
};

export function Receipt({ view, service, onNews, onNext }: Props) {
  const { m, moment } = useWords();
  const listening = useNews(view, service, onNews);
  const { document, signer } = view;
  const all = allOf(view);
  return (
    <Frame>
      <span class="seal done">
        <Icon name="check" size={28} />
      </span>
      <p class="muted letter-ask">{approves(view) ? m.approvedTitle : m.signedTitle}</p>
      <Heading>
        <bdi>{document.title}</bdi>
      </Heading>
      <p>{m.thanks(signer.name)}</p>
      {all === null ? null : <PackageNext all={all} onNext={onNext} />}
      <dl class="facts">
        {signer.signed_at === null ? null : (
          <div>
            <dt>{m.signedAt}</dt>
            <dd>
              <time dateTime={signer.signed_at}>{moment(signer.signed_at)}</time>
            </dd>
          </div>
        )}
        <div>
          <dt>{m.signedAs}</dt>
          <dd>
            <bdi>{signer.name}</bdi> <bdi class="muted break">{signer.email}</bdi>
          </dd>
        </div>
        <div>
          <dt>{m.fingerprint}</dt>
          <dd>
            <Fingerprint document={document} />
          </dd>
        </div>
      </dl>
      <Download view={view} service={service} listening={listening} />
      {view.receipt === null ? null : <Proof receipt={view.receipt} />}
      {view.others.length === 0 ? null : <Signers view={view} />}
      <p class="small muted">
        {m.verifyNote}{' '}
        <a class="break" href="/verify" target="_blank" rel="noopener">
          {`${location.host}/verify`}
        </a>
      </p>
    </Frame>
  );
}

/** The signer's proof, with the hashes of the displayed and the signed file, and of the audit trail at that time. */
function Proof({ receipt }: { receipt: NonNullable<SigningView['receipt']> }) {
  const { m, moment } = useWords();
  const save = (): void => {
    const file = new Blob([`${JSON.stringify(receipt, null, 2)}\n`], { type: 'application/json' });
    saveAs(file, `receipt-${receipt.document_id}.json`);
  };
  const hashes = [
    ...(receipt.shown === null ? [] : [{ label: m.receiptShown, sha256: receipt.shown.sha256 }]),
    { label: m.receiptSigned, sha256: receipt.signed.sha256 },
    { label: m.receiptTrail(receipt.audit.sequence), sha256: receipt.audit.hash },
  ];
  return (
    <details class="receipt">
      <summary>{m.receiptTitle}</summary>
      <p class="small muted">{m.receiptNote}</p>
      <dl class="facts">
        {hashes.map(({ label, sha256 }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Hash sha256={sha256} />
            </dd>
          </div>
        ))}
        <div>
          <dt>{m.receiptLog}</dt>
          <dd>
            <time dateTime={receipt.audit.in_checkpoint_by}>{moment(receipt.audit.in_checkpoint_by)}</time>
          </dd>
        </div>
      </dl>
      <button type="button" class="button quiet small" onClick={save}>
        <Icon name="download" />
        {m.receiptDownload}
      </button>
    </details>
  );
}

function Hash({ sha256 }: { sha256: string }) {
  return (
    <code class="fingerprint" dir="ltr">
      {sha256.match(/.{1,8}/g)?.map((group, index) => (
        <span key={index}>{group}</span>
      ))}
    </code>
  );
}

/** Shows the hash of the downloadable file once it is available. Until then, shows the hash of the sent file. */
function Fingerprint({ document }: { document: SigningView['document'] }) {
  const { m } = useWords();
  const sha256 = document.sealed ? document.sha256 : document.sent_sha256;
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(sha256);
      setCopied(true);
    } catch {
      // Without clipboard permission, the person can still select the text.
    }
  };
  return (
    <>
      <Hash sha256={sha256} />
      <span class="fingerprint-note">
        <span class="small muted">{document.sealed ? m.fingerprintNoteFinished : m.fingerprintNote}</span>
        <button type="button" class="button quiet small" onClick={() => void copy()}>
          <span aria-live="polite">{copied ? m.copied : m.copy}</span>
        </button>
      </span>
    </>
  );
}

type DownloadState = 'idle' | 'busy' | 'failed';

function Download({ view, service, listening }: { view: SigningView; service: Service; listening: boolean }) {
  const { m } = useWords();
  const [state, setState] = useState<DownloadState>('idle');
  const fetchFile = async (): Promise<void> => {
    setState('busy');
    try {
      saveAs(await service.pdf(view.signer.id), view.document.filename);
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  if (!view.document.sealed) {
    const sealing = view.document.status === 'completed';
    return (
      <section class="panel wait" aria-live="polite">
        <Icon name="clock" />
        <div>
          <h2>{sealing ? m.everyoneSigned : m.downloadWaiting}</h2>
          <p>{sealing ? m.downloadSealingText : m.downloadWaitingText(view.signer.email)}</p>
          {listening ? null : <p>{m.downloadLater}</p>}
        </div>
      </section>
    );
  }
  return (
    <section class="panel done" aria-live="polite">
      <Icon name="check" />
      <div>
        <h2>{m.everyoneSigned}</h2>
        <p>{m.downloadReadyText}</p>
        {state === 'failed' ? (
          <p class="fault" role="alert">
            {m.downloadFailed}
          </p>
        ) : null}
      </div>
      <button type="button" class="button primary" disabled={state === 'busy'} onClick={() => void fetchFile()}>
        <Icon name="download" />
        {state === 'busy' ? m.downloading : m.download}
      </button>
    </section>
  );
}

/**
 * Saves a file. Downloading it requires the bearer token, which a plain link cannot send. The page fetches the bytes
 * and passes them to the browser as a download.
 */
function saveAs(file: Blob, filename: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
  // Some browsers start reading the file only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
