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
import table from '../../ui/Table.module.css';
import classes from './Import.module.css';

const route = getRouteApi('/frame/settings/members/import');

const RESULTS: Record<ImportRow['status'], { label: string; tone: 'quiet' | 'wait' | 'done' | 'no' }> = {
  ready: { label: 'Ready', tone: 'wait' },
  created: { label: 'Created', tone: 'done' },
  invited: { label: 'Invited', tone: 'done' },
  skipped: { label: 'Skipped', tone: 'quiet' },
  failed: { label: 'Failed', tone: 'no' },
  undone: { label: 'Undone', tone: 'quiet' },
  kept: { label: 'Kept', tone: 'done' },
};
/** A sample file. The data that people add to it stays on their computer. */
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
          `The file was read as ${encoding === 'windows-1252' ? 'Windows-1252' : 'UTF-16'}`,
          'If letters in the names look wrong, save the file as UTF-8 and choose it again.',
        );
      if (warnings.length > 0) toastDone('Some names were changed', warnings.join(' '));
      return navigate({ search: { id: made.id } });
    },
  });
  return (
    <Section title="Choose a file" text="You see the result for each row before anyone is added.">
      <Stack gap="md" align="flex-start">
        <FormError error={preview.error} />
        <ul className={classes['rules']}>
          <li>
            A CSV file. In Excel, choose <b>CSV UTF-8</b> when you save it. Commas, semicolons and tabs all work.
          </li>
          <li>
            The first row must contain the columns <code>email</code>, <code>name</code> and <code>role</code>. The role
            is <code>member</code> or <code>admin</code>. If it is empty, the role is member.
          </li>
          <li>At most 10,000 rows. Existing members and invited people are skipped.</li>
          <li>
            People with an address in a verified domain become members at once and get an e-mail to choose a password.
            Everyone else gets an invitation.
          </li>
        </ul>
        <Group>
          <FileButton accept=".csv,text/csv" onChange={(file) => file && preview.mutate(file)}>
            {(props) => (
              <Button {...props} leftSection={<IconUpload size={16} />} loading={preview.isPending}>
                Choose a CSV file
              </Button>
            )}
          </FileButton>
          <Anchor href={SAMPLE} download="users.csv">
            Download an example
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
    preview: `${rows.ready.toLocaleString()} of ${total.toLocaleString()} rows are ready. Nobody was added yet.`,
    running: `${Math.floor(100 - part(rows.ready))} % done. You can leave this page. The import continues.`,
    completed: 'All rows are done.',
    undoing: 'Being undone. You can leave this page.',
    undone: 'The import was undone. People who accepted or signed in since then stay.',
  };
  return (
    <Panel label="Progress">
      <Progress.Root size="lg" aria-label="Progress">
        <Progress.Section value={part(done)} color="var(--cs-done)" aria-label={`${done} of ${total} added`} />
        <Progress.Section
          value={part(rows.failed)}
          color="var(--cs-no)"
          aria-label={`${rows.failed} of ${total} failed`}
        />
      </Progress.Root>
      <dl className={classes['counts']}>
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{RESULTS[name].label}</dt>
            <dd className="tabular">{count.toLocaleString()}</dd>
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
    onSuccess: () => toastDone('Import started'),
    onError: toastError,
    onSettled: refresh,
  });
  const undo = useMutation({
    mutationFn: () => call(api.undoUserImport, { params: { importId: found.id } }),
    onSuccess: () => toastDone('The import is being undone'),
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
            {rows.ready === 1 ? 'Add 1 person' : `Add ${rows.ready.toLocaleString()} people`}
          </Button>
          <ButtonLink to="/settings/members/import" search={{}} variant="default">
            Choose another file
          </ButtonLink>
        </>
      )}
      {mayUndo && (
        <Button variant="default" color="red" loading={undo.isPending} onClick={() => undo.mutate()}>
          Undo this import
        </Button>
      )}
      <Button
        component="a"
        variant="default"
        href={urlOf(api.getUserImportResults, { params: { importId: found.id } })}
        download
        leftSection={<IconDownload size={16} />}
      >
        Download results
      </Button>
      {mayUndo && until !== null && (
        <Text fz="sm" c="dimmed">
          It can be undone until {new Date(until).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}.
        </Text>
      )}
    </Group>
  );
}

function Rows({ found }: { found: UserImport }) {
  const [onlyFaults, setOnlyFaults] = useState(false);
  // Read again when the result of a row changes.
  const version = JSON.stringify(found.rows);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    importRowsQuery(found.id, version, onlyFaults ? 'failed' : undefined),
  );
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <Panel flush label="Rows">
      <Group justify="space-between" p="lg" pb="sm">
        <Text component="h2" fw={620} fz="md" m={0}>
          Rows
        </Text>
        {found.rows.failed > 0 && (
          <Button size="xs" variant="default" aria-pressed={onlyFaults} onClick={() => setOnlyFaults(!onlyFaults)}>
            {onlyFaults ? 'Show all rows' : `Show the ${found.rows.failed} that failed`}
          </Button>
        )}
      </Group>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">E-mail</th>
            <th scope="col">Name</th>
            <th scope="col">Role</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, email, name, role, status, message }) => (
            <tr key={row}>
              <td data-label="Row" className="tabular">
                {row}
              </td>
              <td data-label="E-mail" className={classes['address']}>
                {email}
              </td>
              <td data-label="Name">{name}</td>
              <td data-label="Role">{role}</td>
              <td data-label="Result">
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
            Show more
          </Button>
        </Group>
      )}
    </Panel>
  );
}

function OneImport({ id }: { id: string }) {
  const { data: found, error, refetch } = useQuery(importQuery(id));
  if (error !== null && found === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  if (found === undefined) return <Skeleton height={320} radius="lg" role="status" aria-label="Loading" />;
  return (
    <Stack gap="md">
      {found.status === 'preview' && found.rows.ready === 0 && (
        <Alert variant="light" color="red" role="alert">
          No row of this file can be imported. The results below show why.
        </Alert>
      )}
      <HowFar found={found} />
      <Actions found={found} />
      <Rows found={found} />
    </Stack>
  );
}

export function ImportPage() {
  usePageTitle('Import members');
  const { id } = route.useSearch();
  return (
    <>
      <PageHeader
        title="Import members"
        lead="Add many people from a CSV file."
        actions={
          <ButtonLink to="/settings/members" variant="default">
            Back to members
          </ButtonLink>
        }
      />
      {id === undefined ? <ChooseFile /> : <OneImport key={id} id={id} />}
    </>
  );
}
