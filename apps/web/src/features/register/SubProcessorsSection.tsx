import { Alert, Button, Modal, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type OutsideService, type SubProcessorList, subProcessorsQuery } from './queries.ts';
import { English } from '../../ui/English.tsx';
import { ErrorView } from '../../ui/ErrorView.tsx';
import table from '../../ui/Table.module.css';
import { dayOf } from '../../ui/time.ts';
import { PageLoader } from '../../ui/PageLoader.tsx';
import { Section } from '../../ui/Section.tsx';
import { PublishForm } from './PublishForm.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Register.module.css';

type Entry = SubProcessorList['sub_processors'][number];

function Entries({ entries }: { entries: readonly Entry[] }) {
  if (entries.length === 0) return <Text c="dimmed">{m.subProcessorsSection.noSubProcessors}</Text>;
  return (
    <table className={table['table']}>
      <thead>
        <tr>
          <th scope="col">{labels.name}</th>
          <th scope="col">{m.subProcessorsSection.service}</th>
          <th scope="col">{m.subProcessorsSection.data}</th>
          <th scope="col">{m.subProcessorsSection.where}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={`${entry.name} ${entry.service}`}>
            <td data-label={labels.name}>
              <bdi>{entry.name}</bdi>
            </td>
            <td data-label={m.subProcessorsSection.service} className={table['long']}>
              <bdi>{entry.service}</bdi>
            </td>
            <td data-label={m.subProcessorsSection.data} className={table['long']}>
              <bdi>{entry.data}</bdi>
            </td>
            <td data-label={m.subProcessorsSection.where} className={table['long']}>
              <bdi>{entry.location}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shows services that receive data but are not on the list of sub-processors. */
function Unlisted({ services, mayPublish }: { services: readonly OutsideService[]; mayPublish: boolean }) {
  if (services.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" mb="md" title={m.subProcessorsSection.inUseButNot}>
      <ul className={classes['plain']}>
        {services.map(({ kind, host, service, data }) => (
          <li key={`${kind} ${host}`}>
            <English>
              <strong>{host}</strong>: {service}. {data}.
            </English>
          </li>
        ))}
      </ul>
      {mayPublish && <Text size="sm">{m.subProcessorsSection.nameHostInEntry}</Text>}
    </Alert>
  );
}

function Older({ lists }: { lists: readonly SubProcessorList[] }) {
  return lists.map((list) => (
    <details key={list.version} className={classes['version']}>
      <summary>{m.subProcessorsSection.versionInForceFrom(list.version, dayOf(list.effective_at))}</summary>
      <Entries entries={list.sub_processors} />
    </details>
  ));
}

/** Shows the current and future sub-processors of this installation. */
export function SubProcessorsSection() {
  const [opened, setOpened] = useState(false);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(subProcessorsQuery);
  const [first] = data?.pages ?? [];
  const lists = data?.pages.flatMap((page) => page.lists) ?? [];
  const inForce = first?.in_force ?? null;
  const current = lists.find(({ version }) => version === inForce);
  const coming = lists.filter(({ version }) => inForce === null || version > inForce);
  const older = lists.filter(({ version }) => inForce !== null && version < inForce);
  return (
    <Section
      title={m.subProcessorsSection.subProcessors}
      text={m.subProcessorsSection.companiesProcessDataForService}
      action={
        first?.may_publish === true && (
          <Button onClick={() => setOpened(true)}>{m.subProcessorsSection.publishListDialog}</Button>
        )
      }
    >
      {error !== null && data === undefined && <ErrorView error={error} retry={() => void refetch()} />}
      {error === null && data === undefined && <PageLoader />}
      {first !== undefined && (
        <>
          <Unlisted services={first.in_use.filter(({ listed }) => !listed)} mayPublish={first.may_publish} />
          {coming.map((list) => (
            <div key={list.version} className={classes['coming']}>
              <Text fw={600} mb="xs">
                {m.subProcessorsSection.from(dayOf(list.effective_at))}
              </Text>
              <Entries entries={list.sub_processors} />
            </div>
          ))}
          {current === undefined ? (
            <Text c="dimmed">{m.subProcessorsSection.operatorOfServiceHas}</Text>
          ) : (
            <>
              <Text fw={600} mb="xs">
                {m.subProcessorsSection.inForceSince(dayOf(current.effective_at))}
              </Text>
              <Entries entries={current.sub_processors} />
            </>
          )}
          <Older lists={older} />
          {hasNextPage && (
            <Button variant="subtle" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {m.subProcessorsSection.olderLists}
            </Button>
          )}
        </>
      )}
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={m.subProcessorsSection.publishListOfSubProcessors}
        size="lg"
      >
        {first !== undefined && <PublishForm newest={lists[0]} inUse={first.in_use} close={() => setOpened(false)} />}
      </Modal>
    </Section>
  );
}
