import { Accordion, Group, Text } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react';
import type { Verification } from './queries.ts';
import { dayOf, exactTime } from '../../ui/time.ts';
import classes from './Document.module.css';

type Signature = Verification['signatures'][number];

const KINDS: Record<Signature['kind'], string> = {
  signer: 'Signature',
  certification: 'Seal of the sender’s organization',
  'archive-timestamp': 'Archive time-stamp',
  foreign: 'Signature made elsewhere',
};

const LEVELS: Record<NonNullable<Signature['level']>, string> = {
  'B-B': 'B-B: the signature alone',
  'B-T': 'B-T: with a trusted time-stamp',
  'B-LT': 'B-LT: with everything needed to verify it later',
  'B-LTA': 'B-LTA: with everything needed to verify it, time-stamped for the long term',
};

const REVOCATION: Record<Signature['revocation'], string> = {
  good: 'Not revoked',
  revoked: 'Revoked',
  unknown: 'Unknown',
};

/** Name and value of each available technical detail. */
function detailsOf(signature: Signature): [string, string][] {
  const { timestamp, certificate } = signature;
  const rows: [string, string | null | undefined][] = [
    ['Level', signature.level === null ? null : LEVELS[signature.level]],
    [
      'Time-stamp',
      timestamp === null
        ? null
        : `${timestamp.time === null ? 'no time' : exactTime(timestamp.time)}${timestamp.isValid ? '' : ' (not valid)'}`,
    ],
    ['Time authority', timestamp?.authority],
    ['Certificate', certificate?.subject],
    ['Issued by', certificate?.issuer],
    ['Serial number', certificate?.serial],
    ['Valid', certificate === null ? null : `${dayOf(certificate.validFrom)} to ${dayOf(certificate.validTo)}`],
    ['Revocation', REVOCATION[signature.revocation]],
    ['Revoked since', signature.revokedAt === null ? null : exactTime(signature.revokedAt)],
    ['Trusted by', signature.trustedBy],
    ['EN 319 102-1', [signature.indication, signature.subIndication].filter((part) => part !== null).join(', ')],
    ['Covers', signature.coversWholeDocument ? 'The whole document' : 'The document at that revision'],
    ['Field', signature.fieldTitle],
    [
      'Covers the audit trail',
      signature.trailPosition &&
        `up to entry ${signature.trailPosition.sequence}, SHA-256 ${signature.trailPosition.hash}`,
    ],
  ];
  return rows.filter((row): row is [string, string] => typeof row[1] === 'string' && row[1] !== '');
}

/** One line per signature, with technical details on request. */
export function SignatureItem({ signature }: { signature: Signature }) {
  const Icon = signature.isValid ? IconCircleCheckFilled : IconCircleXFilled;
  return (
    <Accordion.Item value={signature.field}>
      <Accordion.Control icon={<Icon size={20} className={signature.isValid ? classes['good'] : classes['bad']} />}>
        <Text fw={580} style={{ overflowWrap: 'anywhere' }}>
          {signature.kind === 'signer' ? (signature.signerEmail ?? 'Unknown signer') : KINDS[signature.kind]}
        </Text>
        <Text fz="xs" c="dimmed">
          {signature.isValid ? 'Valid' : 'Not valid'}
          {signature.signedAt !== null && ` · ${exactTime(signature.signedAt)}`}
        </Text>
      </Accordion.Control>
      <Accordion.Panel>
        {[...signature.reasons, ...signature.notes, ...signature.changesAfterSigning].length > 0 && (
          <ul className={classes['reasons']}>
            {[...signature.reasons, ...signature.notes, ...signature.changesAfterSigning].map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
        <dl className={classes['facts']}>
          {detailsOf(signature).map(([name, value]) => (
            <Group key={name} display="contents">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Group>
          ))}
        </dl>
      </Accordion.Panel>
    </Accordion.Item>
  );
}
