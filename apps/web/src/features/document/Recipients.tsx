import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { auditQuery, type Certificate, certificatesQuery } from './queries.ts';
import type { Document } from '../../api/queries.ts';
import { Initials } from '../../ui/Initials.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { awaitsSigners, Pill, SignerPill } from '../../ui/StatusPill.tsx';
import { Time } from '../../ui/Time.tsx';
import { RecipientMenu } from './RecipientMenu.tsx';
import { RemindButton } from './RemindButton.tsx';
import { RevokedBadge } from './RevokeCertificate.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Document.module.css';

type Signer = Document['signers'][number];

/** A problem with a recipient, and how to fix it. */
export function RecipientNote({ document, signer, forwarded }: Pick<RowProps, 'document' | 'signer' | 'forwarded'>) {
  const open = awaitsSigners(document.status) && (signer.status === 'pending-signature' || signer.status === 'waiting');
  const remarks = [
    ...(forwarded ? [m.recipients.forwardedByOriginalRecipient] : []),
    ...(open && signer.access_code === 'locked' ? [m.recipients.lockedAfterFiveWrongAccess] : []),
    ...(signer.delivery === 'bounced'
      ? [open ? m.recipients.correctRejectedAddress : m.recipients.mailServerRejectedEMail]
      : []),
  ];
  if (remarks.length === 0) return null;
  return (
    <Text fz="xs" c="dimmed" className={classes['remark']}>
      {remarks.join(' ')}
    </Text>
  );
}

type RowProps = {
  document: Document;
  signer: Signer;
  forwarded: boolean;
  certificates: readonly Certificate[] | undefined;
};

function Row({ document, signer, forwarded, certificates }: RowProps) {
  const certificate = certificates?.find((candidate) => candidate.signer_id === signer.id);
  const sequential = document.signing_order === 'sequential';
  const bounced = signer.delivery === 'bounced' && signer.status !== 'signed';
  return (
    <li>
      <Initials person={signer} status={signer.status} document={document.status} size={32} />
      <div className={classes['person']}>
        <Text fw={580} lineClamp={3} title={signer.name}>
          {sequential && signer.status !== 'notified' ? `${signer.order}. ` : ''}
          <bdi>{signer.name}</bdi>
        </Text>
        <Text fz="xs" c="dimmed" lineClamp={3} title={signer.email}>
          {signer.email}
        </Text>
        <RecipientNote document={document} signer={signer} forwarded={forwarded} />
      </div>
      <div className={classes['personState']}>
        {bounced ? (
          <Pill label={m.recipients.notDelivered} tone="no" />
        ) : (
          <SignerPill status={signer.status} viewed={signer.viewed_at !== null} document={document.status} />
        )}
        {signer.signed_at !== null && <Time iso={signer.signed_at} />}
        <RevokedBadge certificate={certificate} />
        {signer.signed_at === null && signer.viewed_at !== null && <Time iso={signer.viewed_at} />}
        <RemindButton document={document} signer={signer} />
      </div>
      <RecipientMenu document={document} signer={signer} certificate={certificate} />
    </li>
  );
}

/** If a document has more recipients than this, they are shown in a separate table. */
export const MANY = 10;
export const ALL_RECIPIENTS = 'all-recipients';

/** Returns the certificates of people who have signed, and the recipients to whom the document was forwarded. */
export function useRecipientFacts(document: Document) {
  const anySigned = document.signers.some((signer) => signer.status === 'signed');
  const { data: certificates } = useQuery(certificatesQuery(document.id, anySigned));
  const { data: trail } = useQuery(auditQuery(document.id));
  const forwarded = new Set(
    (trail?.entries ?? []).filter(({ action }) => action === 'signer.forwarded').map(({ target }) => target.id),
  );
  return { certificates, forwarded };
}

/** The recipients and their live progress. */
export function Recipients({ document }: { document: Document }) {
  const { certificates, forwarded } = useRecipientFacts(document);
  const signing = document.signers.filter((signer) => signer.status !== 'notified');
  const signed = signing.filter((signer) => signer.status === 'signed').length;
  const sequential = document.signing_order === 'sequential';
  const ordered = [...document.signers].sort((a, b) => a.order - b.order);
  const many = document.signers.length > MANY;
  return (
    <Panel label={labels.recipients}>
      <div className={classes['headRow']}>
        <Title order={2} fz="md">
          {labels.recipients}
        </Title>
        <Text fz="xs" c="dimmed" className="tabular">
          {(sequential ? m.recipients.ofSignedInOrder : m.recipients.ofSigned)(signed, signing.length)}
        </Text>
      </div>
      <div className={classes['progress']} aria-hidden="true">
        <div
          className={classes['progressFill']}
          style={{ transform: `scaleX(${signing.length === 0 ? 0 : signed / signing.length})` }}
        />
      </div>
      {many ? (
        <Anchor href={`#${ALL_RECIPIENTS}`} fz="sm">
          {m.recipients.showAll}
        </Anchor>
      ) : (
        <ul className={classes['people']}>
          {ordered.map((signer) => (
            <Row
              key={signer.id}
              document={document}
              signer={signer}
              forwarded={forwarded.has(signer.id)}
              certificates={certificates}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}
