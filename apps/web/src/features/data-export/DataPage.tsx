import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call, proveFor, urlOf } from '../../api/client.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
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
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';

const STATUS = {
  running: { label: m.dataPage.beingPrepared, tone: 'wait' },
  ready: { label: m.dataPage.ready, tone: 'done' },
  failed: { label: labels.failed, tone: 'no' },
  cancelled: { label: labels.cancelled, tone: 'quiet' },
  expired: { label: m.dataPage.erased, tone: 'quiet' },
} as const satisfies Record<DataExport['status'], Parameters<typeof Pill>[0]>;

const SCOPE = { own: m.dataPage.yourData, organization: m.dataPage.theOrganization } as const;

function useAsk() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (scope: DataExport['scope']) => call(api.exportData, { body: { scope } }),
    onSuccess: () => {
      toastDone(m.dataPage.exportStarted, m.dataPage.weWillSendEMail);
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
  if (status === 'running') return m.dataPage.ofDocuments(done, total);
  if (status === 'ready' && until !== null) return m.dataPage.documents(done, sizeText(size), dayOf(until));
  return status === 'failed' ? m.dataPage.nothingStored : '';
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
          {labels.download}
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => setAsked(true)}>
        {isReady ? m.dataPage.eraseDialog : m.dataPage.cancelDialog}
      </Button>
      <Modal
        opened={asked}
        onClose={() => setAsked(false)}
        title={isReady ? m.dataPage.deleteExport : m.dataPage.cancelExport}
      >
        <Stack gap="md">
          <Text>{isReady ? m.dataPage.fileDeletedAtOnce : m.dataPage.exportDiscarded}</Text>
          <DialogActions
            close={() => setAsked(false)}
            keep={labels.keepIt}
            isPending={cancel.isPending}
            act={() => cancel.mutate()}
            isFinal
          >
            {isReady ? m.dataPage.erase : m.dataPage.cancelExportText}
          </DialogActions>
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
          aria-label={m.dataPage.documentsExported}
        />
      )}
    </div>
  );
}

const COLUMNS: readonly Column<DataExport>[] = [
  {
    head: m.dataPage.export,
    cell: (made) => (
      <div>
        {SCOPE[made.scope]}
        <Text size="sm" c="dimmed">
          <Time iso={made.created_at} />
        </Text>
      </div>
    ),
  },
  { head: common.status, cell: (made) => <Status made={made} /> },
];

function List() {
  const query = useQuery(exportsQuery);
  return (
    <Panel flush label={m.dataPage.exports}>
      <ListTable
        caption={m.dataPage.exports}
        from={query}
        items={query.data}
        keyOf={({ id }) => id}
        columns={COLUMNS}
        actions={(made) => <Actions made={made} />}
        empty={<EmptyState title={m.dataPage.noExportsYet} text={m.dataPage.startExportToSee} />}
        isLive
      />
    </Panel>
  );
}

/** Lets people start, follow and download exports of their own data. */
export function DataPage() {
  usePageTitle(m.dataPage.dataExport);
  const { data: session } = useSuspenseQuery(sessionQuery);
  const ask = useAsk();
  return (
    <>
      <PageHeader title={m.dataPage.dataExport} lead={m.dataPage.zipArchiveWithDocuments} />
      <div className={section['sections']}>
        <Section
          title={m.dataPage.yourData}
          text={m.dataPage.accountDocumentsSentOrSigned}
          action={
            <Button
              variant="default"
              loading={ask.isPending && ask.variables === 'own'}
              onClick={() => ask.mutate('own')}
            >
              {m.dataPage.exportData}
            </Button>
          }
        />
        {session.role === 'owner' && (
          <Section
            title={session.organization.name}
            text={m.dataPage.allDocumentsWithCertificates}
            action={
              <Button
                variant="default"
                loading={ask.isPending && ask.variables === 'organization'}
                onClick={() => ask.mutate('organization')}
              >
                {m.dataPage.exportOrganization}
              </Button>
            }
          />
        )}
        <List />
      </div>
    </>
  );
}
