import { Alert, Button, Group, Modal, Progress, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconChevronLeft, IconDownload, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call, urlOf } from '../../api/client.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { type BulkSend, type BulkSendRow, bulkSendQuery, failedRowsQuery } from './queries.ts';
import { English } from '../../ui/English.tsx';
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
import { numberText } from '../../ui/numbers.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';
import { phrase } from '../../ui/phrase.ts';
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
      toastDone(labels.cancelled, m.bulkSendPage.sentDocumentsStaySent);
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
    <Modal opened={opened} onClose={close} title={m.bulkSendPage.cancelBulkSend}>
      <Stack gap="md">
        <Text>{m.bulkSendPage.waitingRowsNotSent}</Text>
        <DialogActions
          close={close}
          keep={m.bulkSendPage.keepSending}
          isPending={false}
          act={() => {
            close();
            cancel();
          }}
          isFinal
        >
          {m.bulkSendPage.cancelBulkSendText}
        </DialogActions>
      </Stack>
    </Modal>
  );
}

function HowFar({ bulkSend }: { bulkSend: BulkSend }) {
  const { total, sent, failed, pending, status } = bulkSend;
  const done = total - pending;
  const part = (count: number) => (count / total) * 100;
  const counts = [
    [m.bulkSendPage.rows, total],
    [labels.sent, sent],
    [labels.failed, failed],
    ...(status === 'running' ? [[common.waiting, pending] as const] : []),
    ...(status === 'cancelled' ? [[labels.cancelled, total - sent - failed] as const] : []),
  ] as const;
  return (
    <Panel label={m.bulkSendPage.progress}>
      <Progress.Root size="lg" aria-label={m.bulkSendPage.progress}>
        <Progress.Section value={part(sent)} color="var(--cs-done)" aria-label={m.bulkSendPage.ofSent(sent, total)} />
        <Progress.Section
          value={part(failed)}
          color="var(--cs-no)"
          aria-label={m.bulkSendPage.ofFailed(failed, total)}
        />
      </Progress.Root>
      <dl className={classes['counts']}>
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="tabular">{numberText(count)}</dd>
          </div>
        ))}
      </dl>
      <Text fz="sm" c="dimmed" mt="xs" role="status">
        {status === 'running'
          ? m.bulkSendPage.done(Math.floor(part(done)))
          : status === 'cancelled'
            ? m.bulkSendPage.sentDocumentsStaySent
            : failed === 0
              ? m.bulkSendPage.everyRowSentAndRecipients
              : m.bulkSendPage.allRowsDone}
      </Text>
    </Panel>
  );
}

const resultText = (row: BulkSendRow): string =>
  Object.values(row.values)
    .filter((value) => value !== '')
    .slice(0, 3)
    .join(' · ');

function Failures({ bulkSend, retry, retrying }: { bulkSend: BulkSend; retry: () => void; retrying: boolean }) {
  const { id, failed, status } = bulkSend;
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(failedRowsQuery(id, failed));
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <Panel flush label={m.bulkSendPage.rowsFailed}>
      <div className={classes['failedHead']}>
        <Title order={2} fz="md">
          {m.bulkSendPage.rowsFailed}
        </Title>
        <Group gap="xs">
          <Button
            component="a"
            href={urlOf(api.getBulkSendFailures, { params: { id } })}
            variant="default"
            size="xs"
            leftSection={<IconDownload size={15} />}
          >
            {m.bulkSendPage.downloadAsCsv}
          </Button>
          {status === 'completed' && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={15} />}
              loading={retrying}
              onClick={retry}
            >
              {m.bulkSendPage.retry}
            </Button>
          )}
        </Group>
        <Text fz="sm" c="dimmed" className={classes['failedText']}>
          {m.bulkSendPage.fileContainsOnlyRows}
        </Text>
      </div>
      <table className={`${table['table']} ${table['compact']}`}>
        <thead>
          <tr>
            <th scope="col">{m.bulkSendPage.row}</th>
            <th scope="col">{m.bulkSendPage.values}</th>
            <th scope="col">{m.bulkSendPage.problem}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <td className="tabular">
                <Text span c="dimmed" hiddenFrom="sm">
                  {m.bulkSendPage.row}
                </Text>
                {row.row}
              </td>
              <td data-label={m.bulkSendPage.values} className={table['long']}>
                {resultText(row)}
              </td>
              <td data-label={m.bulkSendPage.problem} className={`${table['long']} ${classes['fault']}`}>
                {row.error !== null && <English>{`${row.error.field}: ${row.error.message}`}</English>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <Group p="md" justify="center">
          <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {labels.showMore}
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
      <TextLink to="/bulk-sends" className={classes['back']}>
        <IconChevronLeft size={15} aria-hidden="true" /> {labels.bulkSends}
      </TextLink>
      <PageHeader
        title={title}
        lead={
          <span className={classes['lead']}>
            <BulkPill status={bulkSend.status} />
            <span>
              {phrase(
                m.bulkSendPage.bulkSendOfVersion(
                  <TextLink to="/templates/$id" params={{ id: bulkSend.template_id }} underline="always">
                    {bulkSend.template_name}
                  </TextLink>,
                  bulkSend.template_version,
                ),
              )}
            </span>
          </span>
        }
        actions={
          <Group gap="xs">
            {sharedTitle(title) !== '' && (
              <ButtonLink to="/documents" search={{ q: sharedTitle(title) }} variant="default">
                {m.bulkSendPage.viewDocuments}
              </ButtonLink>
            )}
            {bulkSend.status === 'running' && (
              <Button variant="default" onClick={() => setAsking(true)} loading={cancel.isPending}>
                {m.bulkSendPage.cancelDialog}
              </Button>
            )}
          </Group>
        }
      />
      <div className={classes['stack']}>
        <HowFar bulkSend={bulkSend} />
        {bulkSend.rows_erased_at !== null && (
          <Alert color="gray" variant="light" title={m.bulkSendPage.rowsDeleted}>
            {m.bulkSendPage.valuesStoredForNinetyDays(dayOf(bulkSend.rows_erased_at))}
          </Alert>
        )}
        {bulkSend.failed > 0 && bulkSend.rows_erased_at === null && (
          <Failures bulkSend={bulkSend} retry={() => retry.mutate()} retrying={retry.isPending} />
        )}
      </div>
      <CancelDialog opened={asking} close={() => setAsking(false)} cancel={() => cancel.mutate()} />
    </>
  );
}

export function BulkSendPage() {
  usePageTitle(m.bulkSendPage.bulkSend);
  const { id } = route.useParams();
  const { data: bulkSend, error, refetch } = useQuery(bulkSendQuery(id));
  if (error !== null && bulkSend === undefined) {
    return (
      <ErrorView error={error} retry={() => void refetch()}>
        <ButtonLink to="/bulk-sends" variant="default">
          {m.bulkSendPage.goToBulkSends}
        </ButtonLink>
      </ErrorView>
    );
  }
  return bulkSend === undefined ? <PageLoader /> : <Loaded bulkSend={bulkSend} />;
}
