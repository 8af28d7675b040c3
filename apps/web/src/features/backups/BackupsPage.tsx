import { Button, Group, Menu, Modal, Progress, Stack, Text } from '@mantine/core';
import { IconDots, IconDownload, IconShieldCheck, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call, proveFor, urlOf } from '../../api/client.ts';
import { type Backup, backupsQuery } from './queries.ts';
import { type Column, ListTable } from '../../ui/ListTable.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { Pill } from '../../ui/StatusPill.tsx';
import { Time } from '../../ui/Time.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { sizeText } from '../../ui/size-text.ts';

type Words = Parameters<typeof Pill>[0];
const STATE = {
  queued: { label: 'Waiting', tone: 'wait' },
  running: { label: 'In progress', tone: 'wait' },
  ready: { label: 'Not verified', tone: 'quiet' },
  failed: { label: 'Failed', tone: 'no' },
  missing: { label: 'Missing', tone: 'no' },
} as const satisfies Record<Backup['state'], Words>;
const VERIFIED = {
  none: STATE.ready,
  queued: { label: 'Being verified', tone: 'wait' },
  running: { label: 'Being verified', tone: 'wait' },
  valid: { label: 'Verified', tone: 'done' },
  invalid: { label: 'Damaged', tone: 'no' },
  failed: { label: 'Not verified', tone: 'no' },
} as const satisfies Record<Backup['verification']['state'], Words>;
const TRIGGER = { request: 'Manual', schedule: 'By schedule', command: 'By command' } as const;

const isBusy = ({ state, verification }: Backup): boolean =>
  state === 'queued' || state === 'running' || verification.state === 'queued' || verification.state === 'running';
const wordsOf = ({ state, verification }: Backup): Words =>
  state === 'ready' ? VERIFIED[verification.state] : STATE[state];

function useDone() {
  const queryClient = useQueryClient();
  return { onError: toastError, onSettled: () => queryClient.invalidateQueries({ queryKey: backupsQuery.queryKey }) };
}

function factsOf({ rows, files, size_bytes: size }: Backup): string {
  const count = (value: number, one: string, many: string) =>
    `${value.toLocaleString('en')} ${value === 1 ? one : many}`;
  return [
    rows === null ? '' : count(rows, 'row', 'rows'),
    files === null ? '' : count(files, 'file', 'files'),
    size === null ? '' : sizeText(size),
  ]
    .filter((text) => text !== '')
    .join(', ');
}

/** The failure of a backup, in sentences; nothing if there was none. */
function faultOf({ state, failure, verification, fault_count: faults }: Backup): string {
  if (state === 'missing') return 'It is no longer in the backup storage.';
  if (failure !== null) return failure;
  const damaged =
    faults === 1
      ? 'One stored file was missing or damaged at the time. The backup contains everything else.'
      : `${faults.toLocaleString('en')} stored files were missing or damaged at the time. The backup contains everything else.`;
  const found = verification.checks.filter(({ valid }) => !valid).map(({ message }) => message);
  return [...(faults > 0 ? [damaged] : []), ...found].join(' ');
}

function Actions({ made }: { made: Backup }) {
  const [asked, setAsked] = useState(false);
  const done = useDone();
  const params = { backupId: made.id };
  const verify = useMutation({ mutationFn: () => call(api.verifyBackup, { params }), ...done });
  const remove = useMutation({
    mutationFn: () => call(api.deleteBackup, { params }),
    onSuccess: () => {
      setAsked(false);
      toastDone('Backup deleted');
    },
    ...done,
  });
  const download = useMutation({
    mutationFn: async () => {
      const address = urlOf(api.downloadBackup, { params });
      await proveFor(address);
      globalThis.location.assign(address);
    },
    onError: toastError,
  });
  if (isBusy(made) || verify.isPending) return null;
  const isReady = made.state === 'ready';
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<IconDots size={15} />}>
            Actions
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {isReady && (
            <Menu.Item leftSection={<IconShieldCheck size={15} />} onClick={() => verify.mutate()}>
              Verify
            </Menu.Item>
          )}
          {isReady && (
            <Menu.Item leftSection={<IconDownload size={15} />} onClick={() => download.mutate()}>
              Download
            </Menu.Item>
          )}
          <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => setAsked(true)}>
            Delete …
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={asked} onClose={() => setAsked(false)} title="Delete this backup?">
        <Stack gap="md">
          <Text>
            You cannot undo this. Files that only this backup contains are lost. Other backups are not affected.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsked(false)} data-autofocus>
              Keep it
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              Delete
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

function State({ made }: { made: Backup }) {
  const { progress } = made;
  const fault = faultOf(made);
  return (
    <div>
      <Pill {...wordsOf(made)} />
      {fault !== '' && (
        <Text size="sm" c="dimmed" mt={2}>
          {fault}
        </Text>
      )}
      {progress !== null && (
        <>
          <Text size="sm" c="dimmed" mt={2}>
            {progress.step === 'tables' ? 'Table' : 'File'} {progress.done.toLocaleString('en')} of{' '}
            {progress.total.toLocaleString('en')}
          </Text>
          <Progress
            value={progress.total === 0 ? 100 : Math.min(100, (100 * progress.done) / progress.total)}
            mt={6}
            aria-label={progress.step === 'tables' ? 'Tables copied' : 'Files copied'}
          />
        </>
      )}
    </div>
  );
}

const COLUMNS: readonly Column<Backup>[] = [
  {
    head: 'Backup',
    cell: (made) => (
      <div>
        <Time iso={made.taken_at ?? made.created_at} />
        <Text size="sm" c="dimmed">
          {TRIGGER[made.trigger]}
        </Text>
      </div>
    ),
  },
  { head: 'Contents', cell: (made) => <div>{factsOf(made)}</div> },
  { head: 'State', cell: (made) => <State made={made} /> },
];

/** Backups of the installation, for its operators: create, verify, download, delete. */
export function BackupsPage() {
  usePageTitle('Backups');
  const query = useInfiniteQuery(backupsQuery);
  const { data } = query;
  const make = useMutation({
    mutationFn: () => call(api.createBackup, {}),
    onSuccess: () => toastDone('Backup started', 'People can keep working.'),
    ...useDone(),
  });
  const backups = data?.pages.flatMap((page) => page.backups);
  const [first] = data?.pages ?? [];
  const schedule = first?.schedule;
  const when = schedule
    ? `A backup is created and verified every day at ${schedule.at} UTC.`
    : 'There is no backup schedule. Set BACKUP_SCHEDULE to create one every day.';
  return (
    <>
      <PageHeader
        title="Backups"
        lead={`Database and files of the whole installation, encrypted.${first ? ` ${when} Location: ${first.place}.` : ''}`}
        actions={
          <Button
            loading={make.isPending}
            disabled={backups?.some(({ state }) => state === 'queued' || state === 'running') ?? false}
            onClick={() => make.mutate()}
          >
            Back up now
          </Button>
        }
      />
      <Panel flush label="Backups">
        <ListTable
          caption="Backups"
          from={query}
          items={backups}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          actions={(made) => <Actions made={made} />}
          empty={<EmptyState title="No backups yet" text="Create a backup to see it here with its progress." />}
          isLive
        />
      </Panel>
    </>
  );
}
