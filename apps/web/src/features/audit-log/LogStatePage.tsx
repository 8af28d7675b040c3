import { Alert, Anchor, Button, Code, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { common } from '../../ui/common.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { TextLink } from '../../ui/links.tsx';
import { type Column, ListTable } from '../../ui/ListTable.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { OperatorSetting } from '../../ui/OperatorSetting.tsx';
import { Section } from '../../ui/Section.tsx';
import section from '../../ui/Section.module.css';
import { Time } from '../../ui/Time.tsx';
import { exactTime } from '../../ui/time.ts';
import { saveText } from '../../ui/save-file.ts';
import { toastError } from '../../ui/toast.ts';
import { AcceptLogDialog } from './AcceptLogDialog.tsx';
import classes from './AuditLog.module.css';
import { type LogState, logStateQuery } from './queries.ts';
import { m } from './texts.ts';

type Checkpoint = LogState['checkpoints'][number];
type Witness = LogState['witnesses'][number];
type Contradiction = LogState['contradictions'][number];

const CHECKPOINTS: readonly Column<Checkpoint>[] = [
  { head: m.logState.signed, cell: ({ created_at: at }) => <time dateTime={at}>{exactTime(at)}</time> },
  { head: m.logState.entries, cell: ({ size }) => m.logState.count(size) },
  {
    head: m.logState.timeStamp,
    cell: ({ time_stamped_at: at }) => (at === null ? m.logState.none : <time dateTime={at}>{exactTime(at)}</time>),
  },
  { head: m.logState.cosignatures, cell: ({ cosignatures }) => m.logState.count(cosignatures) },
];

const WITNESSES: readonly Column<Witness>[] = [
  { head: m.logState.witness, cell: ({ name }) => name },
  { head: m.logState.cosigned, cell: ({ size }) => (size === null ? m.logState.nothingYet : m.logState.upTo(size)) },
  { head: m.logState.lastTime, cell: ({ cosigned_at: at }) => (at === null ? m.logState.none : <Time iso={at} />) },
];

function Contradictions({ found }: { found: readonly Contradiction[] }) {
  const [isOpen, setOpen] = useState(false);
  if (found.length === 0) return null;
  const isIn = (wanted: Contradiction['source']) => found.some(({ source }) => source === wanted);
  return (
    <Alert color="red" variant="light" role="alert" title={m.logState.contradicted}>
      <Stack gap="sm" align="flex-start">
        {found.map((one) => (
          <Text key={one.source}>
            {m.logState.contradictions[one.kind](one.size, one.pinned)} {m.logState.sources[one.source]}{' '}
            {m.logState.since(exactTime(one.since))}
          </Text>
        ))}
        <Text>{m.logState.findOutWhy}</Text>
        {isIn('pin-file') && (
          <>
            <Text>{m.logState.acceptPin}</Text>
            <Code>{m.logState.acceptPinCommand}</Code>
          </>
        )}
        {isIn('presented') && (
          <Button color="red" variant="outline" onClick={() => setOpen(true)}>
            {m.logState.acceptDialog}
          </Button>
        )}
      </Stack>
      <AcceptLogDialog opened={isOpen} close={() => setOpen(false)} />
    </Alert>
  );
}

function Facts({ state }: { state: LogState }) {
  const [newest] = state.checkpoints;
  const checkpoint = useMutation({
    mutationFn: () => call(api.getAuditCheckpoint, {}),
    onSuccess: ({ size, checkpoint: note }) => saveText(`checkpoint-${size}.txt`, note),
    onError: toastError,
  });
  const keys = () => saveText('audit-log-keys.txt', state.verifierKeys.map((key) => `${key}\n`).join(''));
  return (
    <Section
      title={m.logState.log}
      text={m.logState.keepCopy}
      action={
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            loading={checkpoint.isPending}
            onClick={() => checkpoint.mutate()}
          >
            {m.logState.downloadCheckpoint}
          </Button>
          <Button variant="default" leftSection={<IconDownload size={16} />} onClick={keys}>
            {m.logState.downloadKeys}
          </Button>
        </Group>
      }
    >
      <dl className={classes['facts']}>
        <dt>{m.logState.entries}</dt>
        <dd>{m.logState.count(state.size)}</dd>
        <dt>{m.logState.newestCheckpoint}</dt>
        <dd>
          {newest === undefined ? (
            m.logState.none
          ) : (
            <>
              {m.logState.upTo(newest.size)}, <Time iso={newest.created_at} />
            </>
          )}
        </dd>
        <dt>{m.logState.name}</dt>
        <dd>
          <Code>{state.origin}</Code>
        </dd>
        <dt>{m.logState.keys}</dt>
        <dd>{m.logState.count(state.verifierKeys.length)}</dd>
        <dt>{m.logState.copies}</dt>
        <dd>
          {state.pin_file ? m.logState.pinFile : m.logState.noPinFile}
          <OperatorSetting name="PIN_FILE" />
        </dd>
      </dl>
      <Text mt="md">{m.logState.checkOffline}</Text>
      <Code block mt="xs" className={classes['command']}>
        {m.logState.command(`${location.origin}${state.tiles}`)}
      </Code>
      <Text mt="xs">
        <Anchor href={`${state.tiles}checkpoint`} underline="always">
          {m.logState.publicAddress}
        </Anchor>
      </Text>
    </Section>
  );
}

function State({ state }: { state: LogState }) {
  const loaded = { error: null, refetch: () => undefined };
  return (
    <>
      <Contradictions found={state.contradictions} />
      <Facts state={state} />
      <Section title={m.logState.witnesses} text={m.logState.aboutWitnesses}>
        <ListTable
          caption={m.logState.witnesses}
          from={loaded}
          items={state.witnesses}
          keyOf={({ key }) => key}
          columns={WITNESSES}
          empty={<Text>{m.logState.noWitnesses}</Text>}
        />
        <OperatorSetting name="WITNESSES" />
      </Section>
      <Section title={m.logState.checkpoints} text={m.logState.aboutCheckpoints}>
        <ListTable
          caption={m.logState.checkpoints}
          from={loaded}
          items={state.checkpoints}
          keyOf={({ size }) => size}
          columns={CHECKPOINTS}
          empty={<Text>{m.logState.none}</Text>}
        />
      </Section>
    </>
  );
}

/** Shows administrators how the audit log is secured: checkpoints, witnesses, copies, and contradictions. */
export function LogStatePage() {
  usePageTitle(m.logState.title);
  const query = useQuery(logStateQuery);
  return (
    <>
      <PageHeader
        title={m.logState.title}
        lead={m.logState.lead}
        actions={<TextLink to="/settings/audit-log">{m.logState.toEntries}</TextLink>}
      />
      <div className={section['sections']}>
        {query.data !== undefined ? (
          <State state={query.data} />
        ) : query.error === null ? (
          <Skeleton height={240} radius="lg" role="status" aria-label={common.loading} />
        ) : (
          <ErrorView order={2} error={query.error} retry={() => void query.refetch()} />
        )}
      </div>
    </>
  );
}
