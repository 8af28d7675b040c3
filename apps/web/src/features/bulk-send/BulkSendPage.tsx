import { Alert, Button, Group, Modal, Progress, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call, urlOf } from '../../api/client.ts';
import { type BulkSend, type BulkSendRow, bulkSendQuery, failedRowsQuery } from './queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Panel } from '../../ui/Panel.tsx';
import { dayOf } from '../../ui/time.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { PageLoader } from '../../ui/PageLoader.tsx';
import { sharedTitle } from './words.ts';
import { BulkPill } from './BulkPill.tsx';
import table from '../../ui/Table.module.css';
import classes from './BulkSend.module.css';

const route = getRouteApi('/frame/bulk-sends/$id');

function useMoves({ id }: BulkSend) {
  const queryClient = useQueryClient();
  const show = (now: BulkSend) => {
    queryClient.setQueryData(bulkSendQuery(id).queryKey, now);
    void queryClient.invalidateQueries({ queryKey: ['bulk-sends', 'list'] });
  };
  const cancel = useMutation({
    mutationFn: () => call(api.cancelBulkSend, { params: { id } }),
    onSuccess: ({ bulkSend }) => {
      show(bulkSend);
      toastDone('Cancelled', 'Sent documents stay sent. No more rows are sent.');
    },
    onError: toastError,
  });
  const retry = useMutation({
    mutationFn: () => call(api.retryBulkSend, { params: { id } }),
    onSuccess: ({ bulkSend }) => show(bulkSend),
    onError: toastError,
  });
  return { cancel, retry };
}

function CancelDialog({ opened, close, cancel }: { opened: boolean; close: () => void; cancel: () => void }) {
  return (
    <Modal opened={opened} onClose={close} title="Cancel this bulk send?">
      <Stack gap="md">
        <Text>
          Waiting rows are not sent. Sent documents stay sent. Void them one by one if nobody should sign them.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Keep sending
          </Button>
          <Button
            color="red"
            onClick={() => {
              close();
              cancel();
            }}
          >
            Cancel bulk send
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function HowFar({ bulkSend }: { bulkSend: BulkSend }) {
  const { total, sent, failed, pending } = bulkSend;
  const done = total - pending;
  const part = (count: number) => (count / total) * 100;
  const counts = [
    ['Rows', total],
    ['Sent', sent],
    ['Failed', failed],
    ['Waiting', pending],
  ] as const;
  return (
    <Panel label="Progress">
      <Progress.Root size="lg" aria-label="Progress">
        <Progress.Section value={part(sent)} color="var(--cs-done)" aria-label={`${sent} of ${total} sent`} />
        <Progress.Section value={part(failed)} color="var(--cs-no)" aria-label={`${failed} of ${total} failed`} />
      </Progress.Root>
      <dl className={classes['counts']}>
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="tabular">{count.toLocaleString()}</dd>
          </div>
        ))}
      </dl>
      <Text fz="sm" c="dimmed" mt="xs" role="status">
        {bulkSend.status === 'running'
          ? `${Math.floor(part(done))} % done. You can leave this page. Sending continues.`
          : bulkSend.status === 'cancelled'
            ? 'Canceled.'
            : 'All rows are done.'}
      </Text>
    </Panel>
  );
}

const inWords = (row: BulkSendRow): string =>
  Object.values(row.values)
    .filter((value) => value !== '')
    .slice(0, 3)
    .join(' · ');

function Failures({ bulkSend, retry, retrying }: { bulkSend: BulkSend; retry: () => void; retrying: boolean }) {
  const { id, failed, status } = bulkSend;
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(failedRowsQuery(id, failed));
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <Panel flush label="Rows that failed">
      <Group justify="space-between" p="lg" pb="sm">
        <Title order={2} fz="md">
          Rows that failed
        </Title>
        <Group gap="xs">
          <Button
            component="a"
            href={urlOf(api.getBulkSendFailures, { params: { id } })}
            variant="default"
            size="xs"
            leftSection={<IconDownload size={15} />}
          >
            Download as CSV
          </Button>
          {status === 'completed' && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={15} />}
              loading={retrying}
              onClick={retry}
            >
              Retry
            </Button>
          )}
        </Group>
      </Group>
      <Text fz="sm" c="dimmed" px="lg" pb="sm">
        The file contains only these rows. Correct them and send the file. The rows are stored for 90 days.
      </Text>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Values</th>
            <th scope="col">Problem</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <td data-label="Row" className="tabular">
                {row.row}
              </td>
              <td data-label="Values" className={table['long']}>
                {inWords(row)}
              </td>
              <td data-label="Problem" className={`${table['long']} ${classes['fault']}`}>
                {row.error !== null && `${row.error.field}: ${row.error.message}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <Group p="md" justify="center">
          <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </Group>
      )}
    </Panel>
  );
}

function Loaded({ bulkSend }: { bulkSend: BulkSend }) {
  const { cancel, retry } = useMoves(bulkSend);
  const [asking, setAsking] = useState(false);
  const title = bulkSend.title ?? bulkSend.template_name;
  return (
    <>
      <PageHeader
        title={title}
        lead={
          <>
            <BulkPill status={bulkSend.status} /> Bulk send of{' '}
            <TextLink to="/templates/$id" params={{ id: bulkSend.template_id }} underline="always">
              {bulkSend.template_name}
            </TextLink>
            , version {bulkSend.template_version}
          </>
        }
        actions={
          <Group gap="xs">
            {sharedTitle(title) !== '' && (
              <ButtonLink to="/documents" search={{ q: sharedTitle(title) }} variant="default">
                View documents
              </ButtonLink>
            )}
            {bulkSend.status === 'running' && (
              <Button variant="default" onClick={() => setAsking(true)} loading={cancel.isPending}>
                Cancel …
              </Button>
            )}
          </Group>
        }
      />
      <div className={classes['stack']}>
        <HowFar bulkSend={bulkSend} />
        {bulkSend.rows_erased_at !== null && (
          <Alert color="gray" variant="light" title="The rows were deleted">
            Their values were stored for 90 days, until {dayOf(bulkSend.rows_erased_at)}. The documents are not
            affected.
          </Alert>
        )}
        {bulkSend.failed > 0 && bulkSend.rows_erased_at === null && (
          <Failures bulkSend={bulkSend} retry={() => retry.mutate()} retrying={retry.isPending} />
        )}
        {bulkSend.status === 'completed' && bulkSend.failed === 0 && (
          <Alert color="green" variant="light" title="All sent">
            Every row was sent, and its recipients were invited.
          </Alert>
        )}
      </div>
      <CancelDialog opened={asking} close={() => setAsking(false)} cancel={() => cancel.mutate()} />
    </>
  );
}

export function BulkSendPage() {
  usePageTitle('Bulk send');
  const { id } = route.useParams();
  const { data: bulkSend, error, refetch } = useQuery(bulkSendQuery(id));
  if (error !== null && bulkSend === undefined) {
    return (
      <ErrorView error={error} retry={() => void refetch()}>
        <ButtonLink to="/bulk-sends" variant="default">
          Go to bulk sends
        </ButtonLink>
      </ErrorView>
    );
  }
  return bulkSend === undefined ? <PageLoader /> : <Loaded bulkSend={bulkSend} />;
}
