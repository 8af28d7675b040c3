import { Text, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { Document } from '../../api/queries.ts';
import { labels } from '../../ui/labels.ts';
import { type Column, ListTable } from '../../ui/ListTable.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Pill, SignerPill } from '../../ui/StatusPill.tsx';
import { Time } from '../../ui/Time.tsx';
import { RecipientMenu } from './RecipientMenu.tsx';
import { ALL_RECIPIENTS, RecipientNote, useRecipientFacts } from './Recipients.tsx';
import { RemindButton } from './RemindButton.tsx';
import { RevokedBadge } from './RevokeCertificate.tsx';
import { m } from './texts.ts';
import classes from './Document.module.css';

type Signer = Document['signers'][number];

const NOTHING_TO_LOAD = { error: null, refetch: () => undefined };

/** A searchable table of the recipients, for documents that have many. */
export function AllRecipients({ document }: { document: Document }) {
  const { certificates, forwarded } = useRecipientFacts(document);
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = document.signers
    .filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => a.order - b.order);
  const certificateOf = ({ id }: Signer) => certificates?.find((one) => one.signer_id === id);
  const columns: Column<Signer>[] = [
    {
      head: m.recipients.recipient,
      className: classes['person'],
      cell: (signer) => (
        <>
          <Text fw={580}>
            {document.signing_order === 'sequential' && signer.status !== 'notified' ? `${signer.order}. ` : ''}
            <bdi>{signer.name}</bdi>
          </Text>
          <Text fz="xs" c="dimmed">
            {signer.email}
          </Text>
          <RecipientNote document={document} signer={signer} forwarded={forwarded.has(signer.id)} />
        </>
      ),
    },
    {
      head: m.recipients.progress,
      cell: (signer) => (
        <>
          {signer.delivery === 'bounced' && signer.status !== 'signed' ? (
            <Pill label={m.recipients.notDelivered} tone="no" />
          ) : (
            <SignerPill status={signer.status} viewed={signer.viewed_at !== null} document={document.status} />
          )}{' '}
          {(signer.signed_at ?? signer.viewed_at) !== null && <Time iso={signer.signed_at ?? signer.viewed_at ?? ''} />}
          <RevokedBadge certificate={certificateOf(signer)} />
        </>
      ),
    },
  ];
  return (
    <section id={ALL_RECIPIENTS} className={classes['allRecipients']}>
      <Panel label={labels.recipients} flush>
        <div className={classes['searchRow']}>
          <Title order={2} fz="md">
            {labels.recipients}
          </Title>
          <TextInput
            type="search"
            aria-label={m.recipients.search}
            placeholder={m.recipients.search}
            leftSection={<IconSearch size={16} />}
            value={search}
            maxLength={200}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
          <Text fz="xs" c="dimmed" role="status">
            {m.recipients.found(found.length)}
          </Text>
        </div>
        <ListTable
          caption={labels.recipients}
          from={NOTHING_TO_LOAD}
          items={found}
          keyOf={({ id }) => id}
          columns={columns}
          actions={(signer) => (
            <span className={classes['rowActions']}>
              <RemindButton document={document} signer={signer} />
              <RecipientMenu document={document} signer={signer} certificate={certificateOf(signer)} />
            </span>
          )}
          empty={
            <Text c="dimmed" p="lg">
              {m.recipients.noneFound}
            </Text>
          }
        />
      </Panel>
    </section>
  );
}
