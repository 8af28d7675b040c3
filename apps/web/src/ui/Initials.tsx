import type { DocumentStatus, SignerStatus } from '@countersign/contract';
import { initials } from './people.ts';
import { awaitsSigners } from './StatusPill.tsx';
import { m } from './texts.ts';
import classes from './Initials.module.css';

type Person = { name: string; email: string };

/**
 * Shows a recipient in a circle. If a state is given, the color shows the recipient's progress. Amber is used only
 * while the document waits for the recipient.
 */
export function Initials({
  person,
  status,
  document = 'in-progress',
  color,
  size = 26,
}: {
  person: Person;
  status?: SignerStatus;
  document?: DocumentStatus;
  color?: string;
  size?: number;
}) {
  return (
    <span
      className={classes['circle']}
      data-status={awaitsSigners(document) || status !== 'pending-signature' ? status : undefined}
      data-colored={color !== undefined || undefined}
      style={{ width: size, height: size, ...(color === undefined ? {} : { background: color }) }}
      aria-hidden="true"
      title={person.name}
    >
      {initials(person.name, person.email)}
    </span>
  );
}

/** Shows up to four of a document's recipients as circles, and the number of people who have signed. */
export function SignerStack({
  signers,
  document,
}: {
  signers: readonly (Person & { status: SignerStatus })[];
  document: DocumentStatus;
}) {
  const counted = signers.filter((signer) => signer.status !== 'notified');
  if (counted.length === 0) return <span className={classes['none']}>{m.initials.noSignersYet}</span>;
  const signed = counted.filter((signer) => signer.status === 'signed').length;
  const shown = counted.length > 4 ? counted.slice(0, 3) : counted;
  return (
    <span className={classes['group']}>
      <span className={classes['stack']}>
        {shown.map((signer) => (
          <Initials key={signer.email} person={signer} status={signer.status} document={document} />
        ))}
        {shown.length < counted.length && (
          <span className={classes['circle']} style={{ width: 26, height: 26 }} aria-hidden="true">
            +{counted.length - shown.length}
          </span>
        )}
      </span>
      <span className={`${classes['count']} tabular`}>{m.initials.of(signed, counted.length)}</span>
    </span>
  );
}
