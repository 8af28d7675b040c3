import { Text, Title } from '@mantine/core';
import type { Document } from '../../api/queries.ts';
import { Initials } from '../../ui/Initials.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { SignerPill } from '../../ui/StatusPill.tsx';
import { Time } from '../../ui/Time.tsx';
import classes from './Document.module.css';

/** Who signs, and how far each is; the page asks every three seconds while signing runs. */
export function Recipients({ document }: { document: Document }) {
  const signing = document.signers.filter((signer) => signer.status !== 'notified');
  const signed = signing.filter((signer) => signer.status === 'signed').length;
  const sequential = document.signing_order === 'sequential';
  const ordered = [...document.signers].sort((a, b) => a.order - b.order);
  return (
    <Sheet label="Recipients">
      <div className={classes['headRow']}>
        <Title order={2} fz="md">
          Recipients
        </Title>
        <Text fz="xs" c="dimmed" className="tabular" aria-live="polite">
          {signed} of {signing.length} signed{sequential ? ', one after the other' : ''}
        </Text>
      </div>
      <div className={classes['progress']} aria-hidden="true">
        <div
          className={classes['progressFill']}
          style={{ transform: `scaleX(${signing.length === 0 ? 0 : signed / signing.length})` }}
        />
      </div>
      <ul className={classes['people']}>
        {ordered.map((signer) => (
          <li key={signer.id}>
            <Initials person={signer} status={signer.status} size={32} />
            <div className={classes['person']}>
              <Text fw={580} truncate>
                {sequential && signer.status !== 'notified' ? `${signer.order}. ` : ''}
                {signer.name}
              </Text>
              <Text fz="xs" c="dimmed" truncate title={signer.email}>
                {signer.email}
              </Text>
            </div>
            <div className={classes['personState']}>
              <SignerPill status={signer.status} viewed={signer.viewed_at !== null} />
              {signer.signed_at !== null && <Time iso={signer.signed_at} />}
              {signer.signed_at === null && signer.viewed_at !== null && <Time iso={signer.viewed_at} />}
            </div>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
