import { Button, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shownLanguage } from '../../api/language.ts';
import { DialogFooter } from '../../ui/DialogActions.tsx';
import { activitiesQuery, activityVersionsQuery, type ProcessingActivity } from './queries.ts';
import { English } from '../../ui/English.tsx';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { Pill } from '../../ui/StatusPill.tsx';
import table from '../../ui/Table.module.css';
import { exactTime } from '../../ui/time.ts';
import { PageLoader } from '../../ui/PageLoader.tsx';
import { Section } from '../../ui/Section.tsx';
import { ActivityForm } from './ActivityForm.tsx';
import classes from './Register.module.css';
import { ASKED } from './words.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';

type State = ProcessingActivity['state'];
type Opened = { activity: ProcessingActivity | null; isEditing: boolean };

/** The service's own entries are in English, as in the exported records. Other entries can be in any language. */
function Value({ activity, children }: { activity: ProcessingActivity; children: string }) {
  return activity.origin === 'service' ? <English>{children}</English> : <bdi>{children}</bdi>;
}

function Said({ activity }: { activity: ProcessingActivity }) {
  return (
    <dl className={classes['said']}>
      {ASKED.filter(({ key }) => activity[key] !== '').map(({ key, label }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>
            <Value activity={activity}>{activity[key]}</Value>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Versions({ activity }: { activity: ProcessingActivity }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    activityVersionsQuery(activity.id),
  );
  if (error !== null && data === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  if (data === undefined) return <PageLoader />;
  return (
    <Stack gap="xs">
      {data.pages
        .flatMap((page) => page.versions)
        .map((one) => (
          <details key={one.version} className={classes['version']}>
            <summary>
              {m.activitiesSection.version} {one.version}
              {one.changed_at !== null && `, ${exactTime(one.changed_at)}`}
              {one.changed_by !== null && one.changed_by.name !== null && `, ${one.changed_by.name}`}
              {one.state === 'retired' && m.activitiesSection.retired}
            </summary>
            <Text fw={600}>{one.name}</Text>
            <Said activity={one} />
          </details>
        ))}
      {hasNextPage && (
        <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {m.activitiesSection.olderVersions}
        </Button>
      )}
    </Stack>
  );
}

function Details({ activity, edit }: { activity: ProcessingActivity; edit: () => void }) {
  const [history, setHistory] = useState(false);
  if (activity.origin === 'service')
    return (
      <Stack gap="md">
        <Text c="dimmed">{m.activitiesSection.basedOnCurrentSettings}</Text>
        <Said activity={activity} />
      </Stack>
    );
  return (
    <Stack gap="md">
      <Said activity={activity} />
      {history && <Versions activity={activity} />}
      <DialogFooter>
        {!history && (
          <Button variant="default" onClick={() => setHistory(true)}>
            {m.activitiesSection.showVersions}
          </Button>
        )}
        <Button onClick={edit}>{m.activitiesSection.changeDialog}</Button>
      </DialogFooter>
    </Stack>
  );
}

function Name({ activity, open }: { activity: ProcessingActivity; open: () => void }) {
  return (
    <div>
      <button type="button" className={classes['open']} onClick={open}>
        <Value activity={activity}>{activity.name}</Value>
      </button>
      <Text size="sm" c="dimmed">
        <Value activity={activity}>{activity.purpose}</Value>
      </Text>
    </div>
  );
}

function Line({ activity, open }: { activity: ProcessingActivity; open: () => void }) {
  return (
    <tr>
      <th scope="row" className={table['rowHead']}>
        <Name activity={activity} open={open} />
      </th>
      <td data-label={m.activitiesSection.keptFor} className={table['long']}>
        <Value activity={activity}>{activity.retention}</Value>
      </td>
      <td data-label={m.activitiesSection.entry}>
        {activity.origin === 'service' ? (
          <Pill tone="quiet" label={common.countersign} />
        ) : (
          <Pill tone="done" label={m.activitiesSection.yoursVersion(activity.version ?? 1)} />
        )}
      </td>
    </tr>
  );
}

function Activities({ state, open }: { state: State; open: (activity: ProcessingActivity) => void }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    activitiesQuery(state),
  );
  if (error !== null && data === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  if (data === undefined) return <PageLoader />;
  const activities = data.pages.flatMap((page) => page.activities);
  if (activities.length === 0) return <Text c="dimmed">{m.activitiesSection.none}</Text>;
  return (
    <>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{m.activitiesSection.activity}</th>
            <th scope="col">{m.activitiesSection.keptFor}</th>
            <th scope="col">{m.activitiesSection.entry}</th>
          </tr>
        </thead>
        <tbody>
          {activities.map((activity) => (
            <Line key={activity.id} activity={activity} open={() => open(activity)} />
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <Button variant="subtle" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {m.activitiesSection.moreEntries}
        </Button>
      )}
    </>
  );
}

/** Lists the records of processing for the service and for the organization. */
export function ActivitiesSection() {
  const [state, setState] = useState<State>('active');
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <Section
      title={m.activitiesSection.recordsOfProcessing}
      text={m.activitiesSection.countersignFillsInOwnProcessing}
      action={
        <Button onClick={() => setOpened({ activity: null, isEditing: true })}>
          {m.activitiesSection.addEntryDialog}
        </Button>
      }
    >
      <SegmentedControl
        mb="md"
        aria-label={m.activitiesSection.whichEntries}
        value={state}
        onChange={(value) => setState(value === 'retired' ? 'retired' : 'active')}
        data={[
          { value: 'active', label: labels.active },
          { value: 'retired', label: m.activitiesSection.retiredLabel },
        ]}
      />
      {state === 'active' && shownLanguage() !== 'en' && (
        <Text c="dimmed" size="sm" mb="md">
          {m.activitiesSection.entriesInEnglish}
        </Text>
      )}
      <Activities state={state} open={(activity) => setOpened({ activity, isEditing: false })} />
      <Modal
        opened={opened !== null}
        onClose={close}
        size="lg"
        title={
          opened?.activity ? (
            <Value activity={opened.activity}>{opened.activity.name}</Value>
          ) : (
            m.activitiesSection.addEntryToRecords
          )
        }
      >
        {opened !== null &&
          (opened.isEditing || opened.activity === null ? (
            <ActivityForm activity={opened.activity} close={close} />
          ) : (
            <Details activity={opened.activity} edit={() => setOpened({ ...opened, isEditing: true })} />
          ))}
      </Modal>
    </Section>
  );
}
