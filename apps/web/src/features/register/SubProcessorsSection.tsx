import { Alert, Button, Modal, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type OutsideService, type SubProcessorList, subProcessorsQuery } from './queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import table from '../../ui/Table.module.css';
import { dayOf } from '../../ui/time.ts';
import { PageLoader } from '../../ui/PageLoader.tsx';
import { Section } from '../../ui/Section.tsx';
import { PublishForm } from './PublishForm.tsx';
import classes from './Register.module.css';

type Entry = SubProcessorList['sub_processors'][number];

function Entries({ entries }: { entries: readonly Entry[] }) {
  if (entries.length === 0) return <Text c="dimmed">No sub-processors.</Text>;
  return (
    <table className={table['table']}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Service</th>
          <th scope="col">Data</th>
          <th scope="col">Where</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={`${entry.name} ${entry.service}`}>
            <td data-label="Name">{entry.name}</td>
            <td data-label="Service" className={table['long']}>
              {entry.service}
            </td>
            <td data-label="Data" className={table['long']}>
              {entry.data}
            </td>
            <td data-label="Where" className={table['long']}>
              {entry.location}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Services that receive data but are on no list. */
function Unlisted({ services, mayPublish }: { services: readonly OutsideService[]; mayPublish: boolean }) {
  if (services.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" mb="md" title="In use, but not on the list">
      <ul className={classes['plain']}>
        {services.map(({ kind, host, service, data }) => (
          <li key={`${kind} ${host}`}>
            <strong>{host}</strong>: {service}. {data}.
          </li>
        ))}
      </ul>
      {mayPublish && <Text size="sm">Name the host in an entry of the next list.</Text>}
    </Alert>
  );
}

function Older({ lists }: { lists: readonly SubProcessorList[] }) {
  return lists.map((list) => (
    <details key={list.version} className={classes['version']}>
      <summary>
        Version {list.version}, in force from {dayOf(list.effective_at)}
      </summary>
      <Entries entries={list.sub_processors} />
    </details>
  ));
}

/** Current and future sub-processors of this installation. */
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
      title="Sub-processors"
      text="Companies that process data for this service. Administrators are notified of a new list by e-mail, by default 30 days in advance."
      action={first?.may_publish === true && <Button onClick={() => setOpened(true)}>Publish a list …</Button>}
    >
      {error !== null && data === undefined && <ErrorView error={error} retry={() => void refetch()} />}
      {error === null && data === undefined && <PageLoader />}
      {first !== undefined && (
        <>
          <Unlisted services={first.in_use.filter(({ listed }) => !listed)} mayPublish={first.may_publish} />
          {coming.map((list) => (
            <div key={list.version} className={classes['coming']}>
              <Text fw={600} mb="xs">
                From {dayOf(list.effective_at)}
              </Text>
              <Entries entries={list.sub_processors} />
            </div>
          ))}
          {current === undefined ? (
            <Text c="dimmed">The operator of this service has not published a list yet.</Text>
          ) : (
            <>
              <Text fw={600} mb="xs">
                In force since {dayOf(current.effective_at)}
              </Text>
              <Entries entries={current.sub_processors} />
            </>
          )}
          <Older lists={older} />
          {hasNextPage && (
            <Button variant="subtle" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Older lists
            </Button>
          )}
        </>
      )}
      <Modal opened={opened} onClose={() => setOpened(false)} title="Publish a list of sub-processors" size="lg">
        {first !== undefined && <PublishForm newest={lists[0]} inUse={first.in_use} close={() => setOpened(false)} />}
      </Modal>
    </Section>
  );
}
