import { Button, Group, Modal, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { dryRunQuery, type DueDocument, retentionDueQuery } from '../../api/queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { TextLink } from '../../ui/links.tsx';
import { dayOf } from '../../ui/time.ts';
import { toastError } from '../../ui/toast.ts';
import table from '../../ui/Table.module.css';
import { Section } from '../settings/Section.tsx';
import { dueCsv } from './due-csv.ts';
import { HoldDialog, type Wanted } from './HoldDialog.tsx';

const MAX_PAGES = 200;

/** All of them, also what is not shown yet. */
async function downloadCsv(): Promise<void> {
  const documents: DueDocument[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query: { pageSize: string; cursor?: string } = { pageSize: '500', ...(cursor === null ? {} : { cursor }) };
    // One after the other: each says where the next one begins.
    const answer = await call('listRetentionDue', { query });
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
  if (data === undefined) return <Text c="dimmed">Looking …</Text>;
  if (data.items.length === 0) return <Text>A run now would erase nothing. It runs by itself every hour.</Text>;
  return (
    <>
      <Text mb="sm">
        A run now would erase {data.pagination.hasMore ? 'more than ' : ''}
        {data.items.length} {data.items.length === 1 ? 'item' : 'items'} for good:
      </Text>
      <ul>
        {data.items.map(({ id, kind, title, reason }) => (
          <li key={id} style={{ overflowWrap: 'anywhere' }}>
            {title}{' '}
            <Text span c="dimmed" size="sm">
              {kind === 'template' ? 'template, ' : ''}
              {reason === 'trash' ? '30 days in the trash' : 'retention ended'}
            </Text>
          </li>
        ))}
      </ul>
    </>
  );
}

function when({ held, erase_at: eraseAt }: DueDocument): string {
  if (held) return 'Kept by a legal hold';
  return eraseAt === null ? 'Announced within the hour' : dayOf(eraseAt);
}

function Line({ document, hold }: { document: DueDocument; hold: () => void }) {
  return (
    <tr>
      <td data-label="Document">
        <div style={{ overflowWrap: 'anywhere' }}>
          <TextLink to="/documents/$id" params={{ id: document.id }}>
            {document.title}
          </TextLink>
          {document.owner !== null && (
            <Text size="sm" c="dimmed">
              {document.owner.name}
            </Text>
          )}
        </div>
      </td>
      <td data-label="Retention ends">{dayOf(document.retention_ends_at)}</td>
      <td data-label="Erased">{when(document)}</td>
      <td className={table['action']}>
        {!document.held && (
          <Button variant="default" size="compact-sm" onClick={hold} aria-label={`Hold ${document.title}`}>
            Hold …
          </Button>
        )}
      </td>
    </tr>
  );
}

/** What goes within 30 days, with a way to keep it. */
export function DueSection() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(retentionDueQuery);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [isTrying, setTrying] = useState(false);
  const download = useMutation({ mutationFn: downloadCsv, onError: toastError });
  const documents = data?.pages.flatMap((page) => page.documents) ?? [];
  return (
    <Section
      title="Due for erasure"
      text="Documents whose retention ends within 30 days. Their owners were told by mail; nothing goes sooner than 30 days after that."
      action={
        <Group gap="xs" wrap="nowrap">
          <Button variant="default" onClick={() => setTrying(true)}>
            Dry run
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            disabled={documents.length === 0}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            CSV
          </Button>
        </Group>
      }
    >
      {error !== null && data === undefined && <ErrorView error={error} retry={() => void refetch()} />}
      {data !== undefined && documents.length === 0 && <Text c="dimmed">Nothing is due within 30 days.</Text>}
      {documents.length > 0 && (
        <table className={table['table']}>
          <thead>
            <tr>
              <th scope="col">Document</th>
              <th scope="col">Retention ends</th>
              <th scope="col">Erased</th>
              <th scope="col">
                <span className={table['hidden']}>Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {documents.map((document) => (
              <Line
                key={document.id}
                document={document}
                hold={() => setWanted({ kind: 'document', target: document.id, title: document.title })}
              />
            ))}
          </tbody>
        </table>
      )}
      {hasNextPage && (
        <Button variant="subtle" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
      <HoldDialog wanted={wanted} close={() => setWanted(null)} />
      <Modal opened={isTrying} onClose={() => setTrying(false)} title="What a run would erase now">
        <DryRun />
      </Modal>
    </Section>
  );
}
