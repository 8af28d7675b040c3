import { Accordion, Group, Text } from '@mantine/core';
import { IconAlertCircleFilled, IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react';
import { isolate } from '@countersign/words/isolate';
import { changesAfter } from '@countersign/words/file-changes';
import { reasonIn } from '@countersign/words/reasons';
import { stateOf } from '@countersign/words/verdict';
import type { VerifyWords } from '@countersign/words/verify';
import type { Verification } from './queries.ts';
import { dayOf, exactTime } from '../../ui/time.ts';
import { Reasons } from './Reasons.tsx';
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

const STYLES = {
  valid: { Icon: IconCircleCheckFilled, tone: 'good' },
  unconfirmed: { Icon: IconAlertCircleFilled, tone: 'waiting' },
  invalid: { Icon: IconCircleXFilled, tone: 'bad' },
} as const;

/** A value from the file keeps its own writing direction next to words written in the other direction. */
const ofFile = (value: string | null | undefined): string | null => (value ? isolate(value) : null);

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
    [m.signatureItem.timeAuthority, ofFile(timestamp?.authority)],
    [m.signatureItem.certificate, ofFile(certificate?.subject)],
    [m.signatureItem.issuedBy, ofFile(certificate?.issuer)],
    [m.signatureItem.serialNumber, ofFile(certificate?.serial)],
    [
      m.signatureItem.valid,
      certificate === null ? null : m.signatureItem.to(dayOf(certificate.validFrom), dayOf(certificate.validTo)),
    ],
    [m.signatureItem.revocation, REVOCATION[signature.revocation]],
    [m.signatureItem.revokedSince, signature.revokedAt === null ? null : exactTime(signature.revokedAt)],
    [m.signatureItem.trustedBy, ofFile(signature.trustedBy)],
    ['EN 319 102-1', [signature.indication, signature.subIndication].filter((part) => part !== null).join(', ')],
    [
      m.signatureItem.covers,
      signature.coversWholeDocument ? m.signatureItem.wholeDocument : m.signatureItem.documentAtRevision,
    ],
    [m.signatureItem.field, ofFile(signature.fieldTitle)],
    [
      m.signatureItem.coversAuditTrail,
      signature.trailPosition &&
        m.signatureItem.upToEntrySha(signature.trailPosition.sequence, signature.trailPosition.hash),
    ],
  ];
  return rows.filter((row): row is [string, string] => typeof row[1] === 'string' && row[1] !== '');
}

type Props = { signature: Signature; verification: Verification; words: VerifyWords };

/** Shows a signature on one line, with technical details on request. */
export function SignatureItem({ signature, verification, words }: Props) {
  const { kind, signerEmail, signedAt, reasons, notes } = signature;
  const { reasonFacts, revisions } = verification;
  const changes = changesAfter(signature, revisions, words);
  const state = stateOf(signature);
  const { Icon, tone } = STYLES[state];
  return (
    <Accordion.Item value={signature.field}>
      <Accordion.Control icon={<Icon size={20} className={classes[tone]} />}>
        <Text fw={580} style={{ overflowWrap: 'anywhere' }}>
          {kind === 'signer' ? <bdi>{signerEmail ?? m.signatureItem.unknownSigner}</bdi> : KINDS[kind]}
        </Text>
        <Text fz="xs" c="dimmed">
          {words.states[state]}
          {signedAt !== null && ` · ${exactTime(signedAt)}`}
        </Text>
      </Accordion.Control>
      <Accordion.Panel>
        <Reasons
          all={[...reasons.map((reason) => reasonIn(reason, reasonFacts, words) ?? reason), ...notes, ...changes]}
          className={classes['reasons']}
        />
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
