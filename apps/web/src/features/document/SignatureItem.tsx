import { Accordion, Group, Text } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react';
import type { Verification } from './queries.ts';
import { dayOf, exactTime } from '../../ui/time.ts';
import { m } from './texts.ts';
import classes from './Document.module.css';

type Signature = Verification['signatures'][number];

const KINDS: Record<Signature['kind'], string> = {
  signer: m.signatureItem.signature,
  certification: m.signatureItem.sealOfSendersOrganization,
  'archive-timestamp': m.signatureItem.archiveTimeStamp,
  foreign: m.signatureItem.signatureMadeElsewhere,
};

const LEVELS: Record<NonNullable<Signature['level']>, string> = {
  'B-B': m.signatureItem.bB,
  'B-T': m.signatureItem.bT,
  'B-LT': m.signatureItem.bLt,
  'B-LTA': m.signatureItem.bLta,
};

const REVOCATION: Record<Signature['revocation'], string> = {
  good: m.signatureItem.notRevoked,
  revoked: m.signatureItem.revoked,
  unknown: m.signatureItem.unknown,
};

/** Returns the name and value of each available technical detail. */
function detailsOf(signature: Signature): [string, string][] {
  const { timestamp, certificate } = signature;
  const rows: [string, string | null | undefined][] = [
    [m.signatureItem.level, signature.level === null ? null : LEVELS[signature.level]],
    [
      m.signatureItem.timeStamp,
      timestamp === null
        ? null
        : `${timestamp.time === null ? m.signatureItem.noTime : exactTime(timestamp.time)}${timestamp.isValid ? '' : ` ${m.signatureItem.notValid}`}`,
    ],
    [m.signatureItem.timeAuthority, timestamp?.authority],
    [m.signatureItem.certificate, certificate?.subject],
    [m.signatureItem.issuedBy, certificate?.issuer],
    [m.signatureItem.serialNumber, certificate?.serial],
    [
      m.signatureItem.valid,
      certificate === null ? null : m.signatureItem.to(dayOf(certificate.validFrom), dayOf(certificate.validTo)),
    ],
    [m.signatureItem.revocation, REVOCATION[signature.revocation]],
    [m.signatureItem.revokedSince, signature.revokedAt === null ? null : exactTime(signature.revokedAt)],
    [m.signatureItem.trustedBy, signature.trustedBy],
    ['EN 319 102-1', [signature.indication, signature.subIndication].filter((part) => part !== null).join(', ')],
    [
      m.signatureItem.covers,
      signature.coversWholeDocument ? m.signatureItem.wholeDocument : m.signatureItem.documentAtRevision,
    ],
    [m.signatureItem.field, signature.fieldTitle],
    [
      m.signatureItem.coversAuditTrail,
      signature.trailPosition &&
        m.signatureItem.upToEntrySha(signature.trailPosition.sequence, signature.trailPosition.hash),
    ],
  ];
  return rows.filter((row): row is [string, string] => typeof row[1] === 'string' && row[1] !== '');
}

/** Shows a signature on one line, with technical details on request. */
export function SignatureItem({ signature }: { signature: Signature }) {
  const Icon = signature.isValid ? IconCircleCheckFilled : IconCircleXFilled;
  return (
    <Accordion.Item value={signature.field}>
      <Accordion.Control icon={<Icon size={20} className={signature.isValid ? classes['good'] : classes['bad']} />}>
        <Text fw={580} style={{ overflowWrap: 'anywhere' }}>
          {signature.kind === 'signer'
            ? (signature.signerEmail ?? m.signatureItem.unknownSigner)
            : KINDS[signature.kind]}
        </Text>
        <Text fz="xs" c="dimmed">
          {signature.isValid ? m.signatureItem.valid : m.signatureItem.notValidText}
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
