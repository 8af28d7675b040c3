import { Button, Menu, Modal, Progress, Stack, Text } from '@mantine/core';
import { IconDots, IconDownload, IconShieldCheck, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call, proveFor, urlOf } from '../../api/client.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { type Backup, backupsQuery } from './queries.ts';
import { type Column, ListTable } from '../../ui/ListTable.tsx';
import { OperatorSetting } from '../../ui/OperatorSetting.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { Pill } from '../../ui/StatusPill.tsx';
import { Time } from '../../ui/Time.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { sizeText } from '../../ui/size-text.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';

type Words = Parameters<typeof Pill>[0];
const STATE = {
  queued: { label: common.waiting, tone: 'wait' },
  running: { label: m.backupsPage.inProgress, tone: 'wait' },
  ready: { label: m.backupsPage.notVerified, tone: 'quiet' },
  failed: { label: labels.failed, tone: 'no' },
  missing: { label: m.backupsPage.missing, tone: 'no' },
} as const satisfies Record<Backup['state'], Words>;
const VERIFIED = {
  none: STATE.ready,
  queued: { label: m.backupsPage.beingVerified, tone: 'wait' },
  running: { label: m.backupsPage.beingVerified, tone: 'wait' },
  valid: { label: m.backupsPage.verified, tone: 'done' },
  invalid: { label: m.backupsPage.damaged, tone: 'no' },
  failed: { label: m.backupsPage.notVerified, tone: 'no' },
} as const satisfies Record<Backup['verification']['state'], Words>;
const TRIGGER = {
  request: m.backupsPage.manual,
  schedule: m.backupsPage.bySchedule,
  command: m.backupsPage.byCommand,
} as const;

const isBusy = ({ state, verification }: Backup): boolean =>
  state === 'queued' || state === 'running' || verification.state === 'queued' || verification.state === 'running';
const wordsOf = ({ state, verification }: Backup): Words =>
  state === 'ready' ? VERIFIED[verification.state] : STATE[state];

function useDone() {
  const queryClient = useQueryClient();
  return { onError: toastError, onSettled: () => queryClient.invalidateQueries({ queryKey: backupsQuery.queryKey }) };
}

function factsOf({ rows, files, size_bytes: size }: Backup): string {
  return [
    rows === null ? '' : m.backupsPage.rows(rows),
    files === null ? '' : m.backupsPage.files(files),
    size === null ? '' : sizeText(size),
  ]
    .filter((text) => text !== '')
    .join(', ');
}

/** Explains why a backup failed. Shows nothing if it did not fail. */
function faultOf({ state, failure, verification, fault_count: faults }: Backup): string {
  if (state === 'missing') return m.backupsPage.noLongerInBackupStorage;
  if (failure !== null) return failure;
  const damaged = m.backupsPage.storedFilesMissingOrDamaged(faults);
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
      toastDone(m.backupsPage.backupDeleted);
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
            {labels.actions}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {isReady && (
            <Menu.Item leftSection={<IconShieldCheck size={15} />} onClick={() => verify.mutate()}>
              {m.backupsPage.verify}
            </Menu.Item>
          )}
          {isReady && (
            <Menu.Item leftSection={<IconDownload size={15} />} onClick={() => download.mutate()}>
              {labels.download}
            </Menu.Item>
          )}
          <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => setAsked(true)}>
            {labels.deleteDialog}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={asked} onClose={() => setAsked(false)} title={m.backupsPage.deleteBackup}>
        <Stack gap="md">
          <Text>{m.backupsPage.cannotUndo}</Text>
          <DialogActions
            close={() => setAsked(false)}
            keep={labels.keepIt}
            isPending={remove.isPending}
            act={() => remove.mutate()}
            isFinal
          >
            {common.delete}
          </DialogActions>
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
          <bdi>{fault}</bdi>
        </Text>
      )}
      {progress !== null && (
        <>
          <Text size="sm" c="dimmed" mt={2}>
            {(progress.step === 'tables' ? m.backupsPage.tableOf : m.backupsPage.fileOf)(progress.done, progress.total)}
          </Text>
          <Progress
            value={progress.total === 0 ? 100 : Math.min(100, (100 * progress.done) / progress.total)}
            mt={6}
            aria-label={progress.step === 'tables' ? m.backupsPage.tablesCopied : m.backupsPage.filesCopied}
          />
        </>
      )}
    </div>
  );
}

const COLUMNS: readonly Column<Backup>[] = [
  {
    head: m.backupsPage.backup,
    cell: (made) => (
      <div>
        <Time iso={made.taken_at ?? made.created_at} />
        <Text size="sm" c="dimmed">
          {TRIGGER[made.trigger]}
        </Text>
      </div>
    ),
  },
  { head: m.backupsPage.contents, cell: (made) => <div>{factsOf(made)}</div> },
  { head: labels.state, cell: (made) => <State made={made} /> },
];

/** Lets operators create, verify, download and delete backups of the installation. */
export function BackupsPage() {
  usePageTitle(labels.backups);
  const query = useInfiniteQuery(backupsQuery);
  const { data } = query;
  const make = useMutation({
    mutationFn: () => call(api.createBackup, {}),
    onSuccess: () => toastDone(m.backupsPage.backupStarted, m.backupsPage.peopleCanKeepWorking),
    ...useDone(),
  });
  const backups = data?.pages.flatMap((page) => page.backups);
  const [first] = data?.pages ?? [];
  const schedule = first?.schedule;
  const when = schedule ? m.backupsPage.backupCreatedAndVerifiedEvery(schedule.at) : m.backupsPage.noBackupSchedule;
  return (
    <>
      <PageHeader
        title={labels.backups}
        lead={
          <>
            {[m.backupsPage.databaseAndFilesOfWhole, first && m.backupsPage.location(when, first.place)]
              .filter(Boolean)
              .join(' ')}
            <OperatorSetting name="BACKUP_SCHEDULE" />
          </>
        }
        actions={
          <Button
            loading={make.isPending}
            disabled={backups?.some(({ state }) => state === 'queued' || state === 'running') ?? false}
            onClick={() => make.mutate()}
          >
            {m.backupsPage.backUpNow}
          </Button>
        }
      />
      <Panel flush label={labels.backups}>
        <ListTable
          caption={labels.backups}
          from={query}
          items={backups}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          actions={(made) => <Actions made={made} />}
          empty={<EmptyState title={m.backupsPage.noBackupsYet} text={m.backupsPage.createBackupToSee} />}
          isLive
        />
      </Panel>
    </>
  );
}
