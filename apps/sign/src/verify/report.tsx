/**
 * The report, which consists of the verdict, a card for each signature, and the history of the file. Technical details
 * are collapsed.
 */
import { primaryOf } from '@countersign/contract/languages';
import type { FileVerification } from '@countersign/contract';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from '../parts/icon.tsx';
import { AuditLog } from './audit-log.tsx';
import { Downloads } from './downloads.tsx';
import type { CheckedProof } from './proof-verdict.ts';
import { isPersons, signerOf } from './outcome.ts';
import { changesAfter, changesIn, type Sentence } from '@countersign/words/file-changes';
import { reasonIn } from '@countersign/words/reasons';
import { stateOf, verdictIn } from '@countersign/words/verdict';
import type { Summary, VerifyWords } from '@countersign/words/verify';

type Signature = FileVerification['signatures'][number];
type Props = {
  report: FileVerification;
  file: File;
  proof: CheckedProof | undefined;
  words: VerifyWords;
  onAnother: () => void;
};

const STYLES: Record<Summary['outcome'], { tone: 'done' | 'wait' | 'bad'; icon: IconName }> = {
  unchanged: { tone: 'done', icon: 'check' },
  permitted: { tone: 'done', icon: 'check' },
  certified: { tone: 'wait', icon: 'clock' },
  sealed: { tone: 'done', icon: 'check' },
  'completion-certificate': { tone: 'done', icon: 'check' },
  timestamped: { tone: 'wait', icon: 'clock' },
  unconfirmed: { tone: 'wait', icon: 'alert' },
  unsigned: { tone: 'wait', icon: 'alert' },
  unreadable: { tone: 'bad', icon: 'alert' },
  invalid: { tone: 'bad', icon: 'alert' },
};
const TONES = { valid: 'done', unconfirmed: 'wait', invalid: 'bad' } as const;

export function Report({ report, file: checked, proof, words, onAnother }: Props) {
  const { tone, icon } = STYLES[report.summary.outcome];
  const { file, signatures, revisions } = report;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  return (
    <>
      <article class="letter">
        <span class={`seal ${tone}`}>
          <Icon name={icon} size={28} />
        </span>
        <p class="muted letter-ask break">{file.name}</p>
        <h1 ref={heading} tabIndex={-1}>
          {verdictIn(report, words)}
        </h1>
        {report.reasons.length === 0 ? null : (
          <section class={`panel ${tone === 'wait' ? 'wait' : 'bad'}`}>
            <div>
              <h2>{words.problems}</h2>
              <Reasons all={report.reasons} report={report} words={words} />
            </div>
          </section>
        )}
        <Cards heading={words.signatures} signatures={signatures.filter(isPersons)} report={report} words={words} />
        <Cards
          heading={words.seals}
          signatures={signatures.filter((one) => !isPersons(one))}
          report={report}
          words={words}
        />
        {proof === undefined ? null : <AuditLog checked={proof} report={report} words={words} />}
        {signatures.length === 0 ? null : <History revisions={revisions} words={words} />}
        <dl class="facts">
          <Fact name={words.checkedAt}>{moment(report.verifiedAt, words)}</Fact>
          <Fact name={words.size}>{bytes(file.sizeBytes, words)}</Fact>
          <Fact name={words.fingerprint}>
            <code class="fingerprint">
              {file.sha256.match(/.{1,8}/g)?.map((group, index) => (
                <span key={index}>{group}</span>
              ))}
            </code>
          </Fact>
        </dl>
        <p class="small muted">
          {words.caution} <span class="only-print break">{`${location.origin}/verify`}</span>
        </p>
        <Downloads file={checked} words={words} />
      </article>
      <div class="frame-action no-print">
        <button type="button" class="button wide" onClick={onAnother}>
          {words.another}
        </button>
        <button type="button" class="button primary wide" onClick={() => print()}>
          {words.print}
        </button>
      </div>
    </>
  );
}

type Revisions = FileVerification['revisions'];
type CardsProps = { heading: string; signatures: readonly Signature[]; report: FileVerification; words: VerifyWords };

function Cards({ heading, signatures, report, words }: CardsProps) {
  if (signatures.length === 0) return null;
  return (
    <section class="verify-part">
      <h2>{heading}</h2>
      <ol class="verify-list">
        {signatures.map((signature, index) => (
          <SignatureCard key={index} signature={signature} report={report} words={words} />
        ))}
      </ol>
    </section>
  );
}

type CardProps = { signature: Signature; report: FileVerification; words: VerifyWords };

function SignatureCard({ signature, report, words }: CardProps) {
  const state = stateOf(signature);
  const { kind, signedAt, isTimeProved, signerName, reasons, trustedBy } = signature;
  const signer = signerOf(signature);
  return (
    <li class="verify-card">
      <div class="verify-card-head">
        <h3 class="break">{signer}</h3>
        <span class={`chip ${TONES[state]}`}>{words.states[state]}</span>
      </div>
      <p class="muted small">
        {words.kinds[kind]}
        {signerName === null || signerName === signer ? null : <span class="break"> · {signerName}</span>}
      </p>
      {signedAt === null ? null : (
        <p class="small">
          <time dateTime={signedAt}>{moment(signedAt, words)}</time>
          {kind === 'archive-timestamp' ? null : (
            <span class="muted"> · {isTimeProved ? words.timeProved : words.timeClaimed}</span>
          )}
        </p>
      )}
      {trustedBy === null ? null : (
        <p class="small">
          {words.trustedBy} <span lang="en">{trustedBy}</span>
        </p>
      )}
      <Reasons all={reasons} report={report} words={words} />
      <Answers signature={signature} words={words} />
      <Details signature={signature} report={report} words={words} />
    </li>
  );
}

/** Shows for each signature whether it is intact, who vouches for its certificate, and which changes followed. */
function Answers({ signature, words }: Pick<CardProps, 'signature' | 'words'>) {
  const { answers } = words;
  const { intact, signer, changes, kind } = signature;
  return (
    <dl class="facts small">
      <Fact name={answers.intact}>{intact ? answers.isIntact.yes : answers.isIntact.no}</Fact>
      {kind === 'archive-timestamp' ? null : <Fact name={answers.signer}>{signer.vouchedBy ?? answers.nobody}</Fact>}
      <Fact name={answers.time}>{signer.timeVouchedBy ?? answers.nobody}</Fact>
      <Fact name={answers.changed}>{answers.changes[changes]}</Fact>
    </dl>
  );
}

function Details({ signature, report, words }: CardProps) {
  const { certificate, timestamp, level, revocation, fieldTitle, changesAfterSigning, notes, trailPosition } =
    signature;
  return (
    <details>
      <summary>{words.details}</summary>
      <dl class="facts small">
        <Fact name={words.judgement}>
          {signature.indication}
          {signature.subIndication === null ? null : ` · ${signature.subIndication}`}
        </Fact>
        {level === null ? null : <Fact name={words.level}>PAdES {level}</Fact>}
        {certificate === null ? null : (
          <>
            <Fact name={words.certificate}>{certificate.subject}</Fact>
            <Fact name={words.issuer}>{certificate.issuer}</Fact>
            <Fact name={words.serial}>{certificate.serial}</Fact>
            <Fact name={words.validity}>
              {moment(certificate.validFrom, words)} – {moment(certificate.validTo, words)}
            </Fact>
          </>
        )}
        {timestamp === null ? null : (
          <Fact name={words.timeStamp}>
            {timestamp.authority} · {words.states[timestamp.isValid ? 'valid' : 'unconfirmed']}
          </Fact>
        )}
        <Fact name={words.revocation}>{words.revocations[revocation]}</Fact>
        <Fact name={words.field}>{fieldTitle}</Fact>
        {trailPosition === null ? null : (
          <Fact name={words.trail}>
            {words.trailPosition
              .replace('{entry}', () => String(trailPosition.sequence))
              .replace('{hash}', () => trailPosition.hash)}
          </Fact>
        )}
        {changesAfterSigning.length === 0 ? null : (
          <Fact name={words.changesSince}>
            <Changes all={changesAfter(signature, report.revisions, words)} />
          </Fact>
        )}
        {notes.length === 0 ? null : (
          <Fact name={words.notes}>
            <Sentences all={notes} />
          </Fact>
        )}
      </dl>
    </details>
  );
}

function History({ revisions, words }: { revisions: Revisions; words: VerifyWords }) {
  return (
    <section class="verify-part">
      <h2>{words.history}</h2>
      <ol class="timeline">
        {revisions.map((revision) => (
          <li key={revision.number} class={revision.kind === 'update' ? 'is-update' : undefined}>
            <h3>{words.revisions[revision.kind]}</h3>
            <p class="muted small">
              {words.version(revision.number)} · {bytes(revision.sizeBytes, words)}
            </p>
            <Changes all={changesIn(revision, words)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

type ReasonsProps = { all: readonly string[]; report: FileVerification; words: VerifyWords };

/** Shows reasons in the language of the page, or as the server's English sentence if a reason has no translation. */
function Reasons({ all, report, words }: ReasonsProps) {
  if (all.length === 0) return null;
  return (
    <ul class="sentences">
      {all.map((message) => {
        const reason = reasonIn(message, report.reasonFacts, words);
        return (
          <li key={message}>
            {reason === undefined ? (
              <span lang="en" dir="ltr">
                {message}
              </span>
            ) : (
              <Said {...reason} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Said({ text, detail }: Sentence) {
  if (detail === null) return <>{text}</>;
  return (
    <>
      {text} (
      <span lang="en" dir="ltr">
        {detail}
      </span>
      )
    </>
  );
}

/** Shows sentences in the language of the page, followed by technical details in English. */
function Changes({ all }: { all: readonly Sentence[] }) {
  if (all.length === 0) return null;
  return (
    <ul class="sentences">
      {all.map((sentence) => (
        <li key={`${sentence.text} ${sentence.detail}`}>
          <Said {...sentence} />
        </li>
      ))}
    </ul>
  );
}

/** Shows sentences from the server, which are always in English. */
function Sentences({ all }: { all: readonly string[] }) {
  if (all.length === 0) return null;
  return (
    <ul class="sentences" lang="en" dir="ltr">
      {all.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="break">{children}</dd>
    </div>
  );
}

/** Formats a time with its zone, because a time without a zone would not be evidence. */
function moment(iso: string, { locale }: VerifyWords): string {
  const options = { dateStyle: 'long', timeStyle: 'long' } as const;
  // The date format follows the first language tag that contains a region and matches the loaded language, as on the
  // signing page.
  const regional = navigator.languages.find((tag) => tag.includes('-') && primaryOf(tag) === locale) ?? locale;
  return new Intl.DateTimeFormat(regional, options).format(new Date(iso));
}

function bytes(count: number, { locale }: VerifyWords): string {
  const [unit, value] = count < 1e6 ? ['kilobyte', count / 1e3] : ['megabyte', count / 1e6];
  const digits = { maximumFractionDigits: 1 };
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', ...digits }).format(value);
}
