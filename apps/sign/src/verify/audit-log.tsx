/** Shows the result for the log proof in a certificate of completion. */
import type { FileVerification } from '@countersign/contract';
import { isolate } from '@countersign/words/isolate';
import type { VerifyWords } from '@countersign/words/verify';
import { type CheckedProof, type ProofVerdict, verdictOn } from './proof-verdict.ts';

const TONES: Record<ProofVerdict, 'done' | 'wait' | 'bad'> = {
  valid: 'done',
  unconfirmed: 'wait',
  unsupported: 'wait',
  invalid: 'bad',
};

type Props = { checked: CheckedProof; report?: FileVerification; words: VerifyWords };

export function AuditLog({ checked, report, words }: Props) {
  const { log } = words;
  const verdict = verdictOn(checked, report);
  const entry = checked.state === 'proved' ? checked.entry : null;
  const number = (value: number): string => value.toLocaleString(words.locale);
  return (
    <section class="verify-part">
      <h2>{log.heading}</h2>
      <div class="verify-card">
        <div class="verify-card-head">
          <p>{log.verdicts[verdict]}</p>
          <span class={`chip ${TONES[verdict]}`}>
            {words.states[verdict === 'unsupported' ? 'unconfirmed' : verdict]}
          </span>
        </div>
        {entry === null ? null : (
          <dl class="facts small">
            <Fact name={log.entry}>
              {log.position
                .replace('{entry}', () => number(entry.index + 1))
                .replace('{size}', () => number(entry.size))}
            </Fact>
            <Fact name={log.name}>{isolate(entry.origin)}</Fact>
            <Fact name={log.witnesses}>
              {entry.witnesses.length === 0 ? log.noWitness : entry.witnesses.map(isolate).join(', ')}
            </Fact>
          </dl>
        )}
        <p class="small muted">{log.offline}</p>
      </div>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="break">{children}</dd>
    </div>
  );
}
