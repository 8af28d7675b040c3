import { Alert, Anchor, Button, FileButton, Group, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call, urlOf } from '../../api/client.ts';
import { importQuery, importRowsQuery, type ImportRow, type UserImport } from './queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Pill } from '../../ui/StatusPill.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { Section } from '../../ui/Section.tsx';
import { shownLocale } from '../../api/language.ts';
import { numberText } from '../../ui/numbers.ts';
import { m } from './member-texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';
import { phrase } from '../../ui/phrase.ts';
import table from '../../ui/Table.module.css';
import classes from './Import.module.css';

const route = getRouteApi('/frame/settings/members/import');

const RESULTS: Record<ImportRow['status'], { label: string; tone: 'quiet' | 'wait' | 'done' | 'no' }> = {
  ready: { label: m.importPage.ready, tone: 'wait' },
  created: { label: m.importPage.created, tone: 'done' },
  invited: { label: m.importPage.invited, tone: 'done' },
  skipped: { label: m.importPage.skipped, tone: 'quiet' },
  failed: { label: labels.failed, tone: 'no' },
  undone: { label: m.importPage.undone, tone: 'quiet' },
  kept: { label: m.importPage.kept, tone: 'done' },
};
/** A sample file. The data that people add to this file stays on their computer until they upload it. */
const SAMPLE = 'data:text/csv;charset=utf-8,email,name,role%0Aada@example.com,Ada%20Lovelace,member%0A';

function ChooseFile() {
  const navigate = route.useNavigate();
  const preview = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.append('file', file);
      return call(api.createUserImport, { body });
    },
    onSuccess: ({ import: made, encoding, warnings }) => {
      if (encoding !== 'utf-8')
        toastDone(
          m.importPage.fileRead(encoding === 'windows-1252' ? 'Windows-1252' : 'UTF-16'),
          m.importPage.ifLettersInNamesLook,
        );
      if (warnings.length > 0) toastDone(m.importPage.namesChanged, warnings.join(' '));
      return navigate({ search: { id: made.id } });
    },
  });
  return (
    <Section title={m.importPage.chooseFile} text={m.importPage.seeResultForEachRow}>
      <Stack gap="md" align="flex-start">
        <FormError error={preview.error} />
        <ul className={classes['rules']}>
          <li>{phrase(m.importPage.csvFile((text) => <b>{text}</b>))}</li>
          <li>
            {phrase(
              m.importPage.firstRowMustContainColumns(
                (text) => <code>{text}</code>,
                (text) => <code>{text}</code>,
                (text) => <code>{text}</code>,
                (text) => <code>{text}</code>,
                (text) => <code>{text}</code>,
              ),
            )}
          </li>
          <li>{m.importPage.atMostTenRows}</li>
          <li>{m.importPage.peopleWithAddressInVerified}</li>
        </ul>
        <Group>
          <FileButton accept=".csv,text/csv" onChange={(file) => file && preview.mutate(file)}>
            {(props) => (
              <Button {...props} leftSection={<IconUpload size={16} />} loading={preview.isPending}>
                {m.importPage.chooseCsvFile}
              </Button>
            )}
          </FileButton>
          <Anchor href={SAMPLE} download="users.csv">
            {m.importPage.downloadExample}
          </Anchor>
        </Group>
      </Stack>
    </Section>
  );
}

function HowFar({ found }: { found: UserImport }) {
  const { total, rows, status } = found;
  const part = (count: number) => (total === 0 ? 0 : (count / total) * 100);
  const done = rows.created + rows.invited + rows.kept;
  const counts = (Object.keys(RESULTS) as ImportRow['status'][])
    .map((name) => [name, rows[name]] as const)
    .filter(([name, count]) => count > 0 || name === 'ready');
  const words: Record<UserImport['status'], string> = {
    preview: m.importPage.ofRowsReady(rows.ready, total),
    running: m.importPage.done(Math.floor(100 - part(rows.ready))),
    completed: m.importPage.allRowsDone,
    undoing: m.importPage.beingUndone,
    undone: m.importPage.importUndone,
  };
  return (
    <Panel label={m.importPage.progress}>
      <Progress.Root size="lg" aria-label={m.importPage.progress}>
        <Progress.Section value={part(done)} color="var(--cs-done)" aria-label={m.importPage.ofAdded(done, total)} />
        <Progress.Section
          value={part(rows.failed)}
          color="var(--cs-no)"
          aria-label={m.importPage.ofFailed(rows.failed, total)}
        />
      </Progress.Root>
      <dl className={classes['counts']}>
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{RESULTS[name].label}</dt>
            <dd className="tabular">{numberText(count)}</dd>
          </div>
        ))}
      </dl>
      <Text fz="sm" c="dimmed" mt="xs" role="status">
        {words[status]}
      </Text>
    </Panel>
  );
}

function Actions({ found }: { found: UserImport }) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['imports', found.id] });
  const start = useMutation({
    mutationFn: () => call(api.startUserImport, { params: { importId: found.id } }),
    onSuccess: () => toastDone(m.importPage.importStarted),
    onError: toastError,
    onSettled: refresh,
  });
  const undo = useMutation({
    mutationFn: () => call(api.undoUserImport, { params: { importId: found.id } }),
    onSuccess: () => toastDone(m.importPage.importBeingUndone),
    onError: toastError,
    onSettled: refresh,
  });
  const { status, rows, undo_until: until } = found;
  const mayUndo = status === 'running' || (status === 'completed' && until !== null);
  return (
    <Group>
      {status === 'preview' && (
        <>
          <Button disabled={rows.ready === 0} loading={start.isPending} onClick={() => start.mutate()}>
            {m.importPage.addPeople(rows.ready)}
          </Button>
          <ButtonLink to="/settings/members/import" search={{}} variant="default">
            {m.importPage.chooseAnotherFile}
          </ButtonLink>
        </>
      )}
      {mayUndo && (
        <Button variant="default" color="red" loading={undo.isPending} onClick={() => undo.mutate()}>
          {m.importPage.undoImport}
        </Button>
      )}
      <Button
        component="a"
        variant="default"
        href={urlOf(api.getUserImportResults, { params: { importId: found.id } })}
        download
        leftSection={<IconDownload size={16} />}
      >
        {m.importPage.downloadResults}
      </Button>
      {mayUndo && until !== null && (
        <Text fz="sm" c="dimmed">
          {m.importPage.canBeUndone(
            new Date(until).toLocaleTimeString(shownLocale(), { hour: '2-digit', minute: '2-digit' }),
          )}
        </Text>
      )}
    </Group>
  );
}

function Rows({ found }: { found: UserImport }) {
  const [onlyFaults, setOnlyFaults] = useState(false);
  // The list is reloaded when the result of a row changes.
  const version = JSON.stringify(found.rows);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    importRowsQuery(found.id, version, onlyFaults ? 'failed' : undefined),
  );
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <Panel flush label={m.importPage.rows}>
      <Group justify="space-between" p="lg" pb="sm">
        <Text component="h2" fw={620} fz="md" m={0}>
          {m.importPage.rows}
        </Text>
        {found.rows.failed > 0 && (
          <Button size="xs" variant="default" aria-pressed={onlyFaults} onClick={() => setOnlyFaults(!onlyFaults)}>
            {onlyFaults ? m.importPage.showAllRows : m.importPage.showFailed(found.rows.failed)}
          </Button>
        )}
      </Group>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{m.importPage.row}</th>
            <th scope="col">{m.importPage.eMail}</th>
            <th scope="col">{labels.name}</th>
            <th scope="col">{labels.role}</th>
            <th scope="col">{m.importPage.result}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, email, name, role, status, message }) => (
            <tr key={row}>
              <td data-label={m.importPage.row} className="tabular">
                {row}
              </td>
              <td data-label={m.importPage.eMail} className={classes['address']}>
                {email}
              </td>
              <td data-label={labels.name}>{name}</td>
              <td data-label={labels.role}>{role}</td>
              <td data-label={m.importPage.result}>
                <Pill {...RESULTS[status]} />
                {message !== null && (
                  <Text fz="xs" c="dimmed">
                    {message}
                  </Text>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <Group justify="center" p="md">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {labels.showMore}
          </Button>
        </Group>
      )}
    </Panel>
  );
}

function OneImport({ id }: { id: string }) {
  const { data: found, error, refetch } = useQuery(importQuery(id));
  if (error !== null && found === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  if (found === undefined) return <Skeleton height={320} radius="lg" role="status" aria-label={common.loading} />;
  return (
    <Stack gap="md">
      {found.status === 'preview' && found.rows.ready === 0 && (
        <Alert variant="light" color="red" role="alert">
          {m.importPage.noRowOfFile}
        </Alert>
      )}
      <HowFar found={found} />
      <Actions found={found} />
      <Rows found={found} />
    </Stack>
  );
}

export function ImportPage() {
  usePageTitle(m.importPage.importMembers);
  const { id } = route.useSearch();
  return (
    <>
      <PageHeader
        title={m.importPage.importMembers}
        lead={m.importPage.addManyPeopleFromCsv}
        actions={
          <ButtonLink to="/settings/members" variant="default">
            {m.importPage.backToMembers}
          </ButtonLink>
        }
      />
      {id === undefined ? <ChooseFile /> : <OneImport key={id} id={id} />}
    </>
  );
}
