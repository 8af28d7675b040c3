import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call, proveFor, urlOf } from '../../api/client.ts';
import { type DataExport, exportsQuery } from './queries.ts';
import { sessionQuery } from '../../api/queries.ts';
import { type Column, ListTable } from '../../ui/ListTable.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { Pill } from '../../ui/StatusPill.tsx';
import { Time } from '../../ui/Time.tsx';
import { dayOf } from '../../ui/time.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { Section } from '../../ui/Section.tsx';
import section from '../../ui/Section.module.css';
import { sizeText } from '../../ui/size-text.ts';

const STATUS = {
  running: { label: 'Being prepared', tone: 'wait' },
  ready: { label: 'Ready', tone: 'done' },
  failed: { label: 'Failed', tone: 'no' },
  cancelled: { label: 'Cancelled', tone: 'quiet' },
  expired: { label: 'Erased', tone: 'quiet' },
} as const satisfies Record<DataExport['status'], Parameters<typeof Pill>[0]>;

const SCOPE = { own: 'Your data', organization: 'The organization' } as const;

function useAsk() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (scope: DataExport['scope']) => call(api.exportData, { body: { scope } }),
    onSuccess: () => {
      toastDone('Export started', 'We will send you an e-mail when it can be downloaded.');
      void queryClient.invalidateQueries({ queryKey: exportsQuery.queryKey });
    },
    onError: toastError,
  });
}

function progressText({
  status,
  documents_done: done,
  documents_total: total,
  size_bytes: size,
  expires_at: until,
}: DataExport) {
  if (status === 'running') return `${done.toLocaleString('en')} of ${total.toLocaleString('en')} documents`;
  if (status === 'ready' && until !== null)
    return `${done.toLocaleString('en')} ${done === 1 ? 'document' : 'documents'}, ${sizeText(size)}; until ${dayOf(until)}`;
  return status === 'failed' ? 'Nothing was stored. Start it again.' : '';
}

function Actions({ made }: { made: DataExport }) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState(false);
  const params = { exportId: made.id };
  const cancel = useMutation({
    mutationFn: () => call(api.cancelExport, { params }),
    onSuccess: () => setAsked(false),
    onError: toastError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: exportsQuery.queryKey }),
  });
  const download = useMutation({
    mutationFn: async () => {
      const address = urlOf(api.downloadExport, { params });
      await proveFor(address);
      globalThis.location.assign(address);
    },
    onError: toastError,
  });
  const isReady = made.status === 'ready';
  if (!isReady && made.status !== 'running') return null;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {isReady && (
        <Button
          size="xs"
          leftSection={<IconDownload size={15} />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          Download
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => setAsked(true)}>
        {isReady ? 'Erase …' : 'Cancel …'}
      </Button>
      <Modal
        opened={asked}
        onClose={() => setAsked(false)}
        title={isReady ? 'Delete this export?' : 'Cancel this export?'}
      >
        <Stack gap="md">
          <Text>
            {isReady
              ? 'The file is deleted at once. Your data does not change, and you can export it again.'
              : 'The export is discarded. Your data does not change.'}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsked(false)} data-autofocus>
              Keep it
            </Button>
            <Button color="red" loading={cancel.isPending} onClick={() => cancel.mutate()}>
              {isReady ? 'Erase' : 'Cancel export'}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Group>
  );
}

function Status({ made }: { made: DataExport }) {
  const { status, documents_done: done, documents_total: total } = made;
  return (
    <div>
      <Pill {...STATUS[status]} />
      <Text size="sm" c="dimmed" mt={2}>
        {progressText(made)}
      </Text>
      {status === 'running' && (
        <Progress
          value={total === 0 ? 100 : Math.min(100, (100 * done) / total)}
          mt={6}
          aria-label="Documents exported"
        />
      )}
    </div>
  );
}

const COLUMNS: readonly Column<DataExport>[] = [
  {
    head: 'Export',
    cell: (made) => (
      <div>
        {SCOPE[made.scope]}
        <Text size="sm" c="dimmed">
          <Time iso={made.created_at} />
        </Text>
      </div>
    ),
  },
  { head: 'Status', cell: (made) => <Status made={made} /> },
];

function List() {
  const query = useQuery(exportsQuery);
  return (
    <Panel flush label="Exports">
      <ListTable
        caption="Exports"
        from={query}
        items={query.data}
        keyOf={({ id }) => id}
        columns={COLUMNS}
        actions={(made) => <Actions made={made} />}
        empty={<EmptyState title="No exports yet" text="Start an export to see it here with its progress." />}
        isLive
      />
    </Panel>
  );
}

/** A person's own exports: start, follow, download. */
export function DataPage() {
  usePageTitle('Data export');
  const { data: session } = useSuspenseQuery(sessionQuery);
  const ask = useAsk();
  return (
    <>
      <PageHeader
        title="Data export"
        lead="A ZIP archive with your documents and related data in open formats. Only you can download it, within seven days."
      />
      <div className={section['sections']}>
        <Section
          title="Your data"
          text="Your account, documents you sent or signed, your consents, and your audit log entries."
          action={
            <Button
              variant="default"
              loading={ask.isPending && ask.variables === 'own'}
              onClick={() => ask.mutate('own')}
            >
              Export your data
            </Button>
          }
        />
        {session.role === 'owner' && (
          <Section
            title={session.organization.name}
            text="All documents with certificates and audit trails, templates, packages, members, settings and incidents. Keys and passwords are not included."
            action={
              <Button
                variant="default"
                loading={ask.isPending && ask.variables === 'organization'}
                onClick={() => ask.mutate('organization')}
              >
                Export the organization
              </Button>
            }
          />
        )}
        <List />
      </div>
    </>
  );
}
