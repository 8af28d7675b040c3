import { Button, Group, Modal, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { dryRunQuery, type DueDocument, retentionDueQuery } from './queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { TextLink } from '../../ui/links.tsx';
import { dayOf } from '../../ui/time.ts';
import { toastError } from '../../ui/toast.ts';
import { type Column, ListTable } from '../../ui/ListTable.tsx';
import { Section } from '../../ui/Section.tsx';
import { dueCsv } from './due-csv.ts';
import { HoldDialog, type Wanted } from './HoldDialog.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

const MAX_PAGES = 200;

/** The CSV file also includes documents that the page has not loaded yet. */
async function downloadCsv(): Promise<void> {
  const documents: DueDocument[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query: { pageSize: string; cursor?: string } = { pageSize: '500', ...(cursor === null ? {} : { cursor }) };
    // The pages are requested one after another, because each response contains the next cursor.
    const answer = await call(api.listRetentionDue, { query });
    documents.push(...answer.documents);
    cursor = answer.pagination.nextCursor;
    if (cursor === null) break;
  }
  const url = URL.createObjectURL(new Blob([dueCsv(documents)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'due-for-erasure.csv';
  link.click();
  URL.revokeObjectURL(url);
}

function DryRun() {
  const { data, error, refetch } = useQuery(dryRunQuery);
  if (error !== null && data === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Text c="dimmed">{m.dueSection.looking}</Text>;
  if (data.items.length === 0) return <Text>{m.dueSection.runNowWouldDeleteNothing}</Text>;
  return (
    <>
      <Text mb="sm">
        {(data.pagination.hasMore ? m.dueSection.runWouldDeleteMore : m.dueSection.runWouldDelete)(data.items.length)}
      </Text>
      <ul>
        {data.items.map(({ id, kind, title, reason }) => (
          <li key={id} style={{ overflowWrap: 'anywhere' }}>
            {title}{' '}
            <Text span c="dimmed" size="sm">
              {reason === 'trash'
                ? m.dueSection[kind === 'template' ? 'templateInTrash' : 'thirtyDaysInTrash']
                : m.dueSection[kind === 'template' ? 'templateRetentionEnded' : 'retentionEnded']}
            </Text>
          </li>
        ))}
      </ul>
    </>
  );
}

function when({ held, erase_at: eraseAt }: DueDocument): string {
  if (held) return m.dueSection.keptByLegalHold;
  return eraseAt === null ? m.dueSection.announcedWithinHour : dayOf(eraseAt);
}

const COLUMNS: readonly Column<DueDocument>[] = [
  {
    head: labels.document,
    cell: ({ id, title, owner }) => (
      <div style={{ overflowWrap: 'anywhere' }}>
        <TextLink to="/documents/$id" params={{ id }}>
          {title}
        </TextLink>
        {owner !== null && (
          <Text size="sm" c="dimmed">
            {owner.name}
          </Text>
        )}
      </div>
    ),
  },
  { head: m.dueSection.retentionEnds, cell: ({ retention_ends_at: endsAt }) => dayOf(endsAt) },
  { head: m.dueSection.erased, cell: when },
];

/** Lists documents that will be deleted within 30 days, with an option to keep them. */
export function DueSection() {
  const query = useInfiniteQuery(retentionDueQuery);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [isTrying, setTrying] = useState(false);
  const download = useMutation({ mutationFn: downloadCsv, onError: toastError });
  const documents = query.data?.pages.flatMap((page) => page.documents);
  return (
    <Section
      title={m.dueSection.dueForDeletion}
      text={m.dueSection.documentsWhoseRetentionPeriodEnds}
      action={
        <Group gap="xs" wrap="nowrap">
          <Button variant="default" onClick={() => setTrying(true)}>
            {m.dueSection.dryRun}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            disabled={documents === undefined || documents.length === 0}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            {m.dueSection.csv}
          </Button>
        </Group>
      }
    >
      <ListTable
        caption={m.dueSection.dueForDeletion}
        from={query}
        items={documents}
        keyOf={({ id }) => id}
        columns={COLUMNS}
        actions={({ id, title, held }) =>
          !held && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => setWanted({ kind: 'document', target: id, title })}
              aria-label={m.dueSection.hold(title)}
            >
              {m.dueSection.holdDialog}
            </Button>
          )
        }
        empty={<Text c="dimmed">{m.dueSection.nothingDueWithinThirtyDays}</Text>}
      />
      <HoldDialog wanted={wanted} close={() => setWanted(null)} />
      <Modal opened={isTrying} onClose={() => setTrying(false)} title={m.dueSection.dataRunWouldDeleteNow}>
        <DryRun />
      </Modal>
    </Section>
  );
}
