import { Code, Skeleton, Stack, Switch, Text, Title, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconLink, IconLinkOff } from '@tabler/icons-react';
import { useState } from 'react';
import { type AuditEntry, auditQuery } from './queries.ts';
import type { Document } from '../../api/queries.ts';
import { explain } from '../../api/errors.ts';
import { Panel } from '../../ui/Panel.tsx';
import { phrase } from '../../ui/phrase.ts';
import { clockOf, dayOf, exactTime } from '../../ui/time.ts';
import { zoneName } from '../../ui/zone.ts';
import { actorName, concerned } from '../../ui/actor.ts';
import { groupSimilar, byDay, type Day } from './timeline-groups.ts';
import { m } from './texts.ts';
import classes from './Document.module.css';

/** The audit trail, newest first. It is grouped by day, but can also be shown as a chain of entries. */
export function Timeline({ document }: { document: Document }) {
  const { data, error } = useQuery(auditQuery(document.id));
  const [isRaw, setRaw] = useState(false);
  const Link = data?.isValid === false ? IconLinkOff : IconLink;
  return (
    <Panel label={m.timeline.timeline}>
      <div className={classes['headRow']}>
        <Title order={2} fz="md">
          {m.timeline.timeline}
        </Title>
        {data !== undefined && (
          <span className={`${classes['chain']} ${data.isValid ? classes['good'] : classes['bad']}`}>
            <Link size={14} aria-hidden="true" />
            {data.isValid ? m.timeline.chainIntact : m.timeline.chainBroken}
          </span>
        )}
      </div>
      <Text fz="xs" c="dimmed" mb="sm">
        {m.timeline.timesIn(zoneName())}
      </Text>
      {error !== null && data === undefined && <Text c="dimmed">{explain(error).detail}</Text>}
      {error === null && data === undefined && (
        <Stack gap="md">
          <Skeleton height={14} width="70%" />
          <Skeleton height={14} width="55%" />
        </Stack>
      )}
      {data !== undefined && (
        <>
          {isRaw ? (
            <Chain entries={data.entries.toReversed()} />
          ) : (
            <Days days={byDay(data.entries.toReversed(), (time) => dayOf(time))} document={document} />
          )}
          <Switch
            mt="md"
            size="sm"
            label={m.timeline.showChain}
            checked={isRaw}
            onChange={({ currentTarget: { checked } }) => setRaw(checked)}
          />
        </>
      )}
    </Panel>
  );
}

function Days({ days, document }: { days: readonly Day[]; document: Document }) {
  return days.map(({ day, people }) => (
    <section key={day} className={classes['day']}>
      <h3 className={classes['dayName']}>{day}</h3>
      <ol className={classes['timeline']} reversed>
        {people.map(({ key, actor, entries }) => (
          <li key={key}>
            <span className={classes['actor']}>
              <bdi>{actorName(actor, document)}</bdi>
            </span>
            {groupSimilar(entries).map((group) => (
              // The key is the oldest entry of the group, because it stays the same while new entries are added.
              <Happened key={group.at(-1)?.id} group={group} document={document} />
            ))}
          </li>
        ))}
      </ol>
    </section>
  ));
}

type GroupProps = { group: readonly [AuditEntry, ...AuditEntry[]]; document: Document };

const Clock = ({ time }: { time: string }) => (
  <time dateTime={time} title={exactTime(time)}>
    {clockOf(time)}
  </time>
);

/**
 * Shows similar entries on one line, with their count and the first and last time. They can be expanded to one line per
 * entry.
 */
function Happened({ group, document }: GroupProps) {
  const [isOpen, setOpen] = useState(false);
  const [newest] = group;
  const oldest = group.at(-1) ?? newest;
  return (
    <>
      <span className={classes['happened']}>
        <span>
          {newest.summary}
          {concerned(group, document)}
          {group.length > 1 && (
            <UnstyledButton
              className={classes['times']}
              aria-expanded={isOpen}
              aria-label={m.timeline.showEach(group.length)}
              onClick={() => setOpen(!isOpen)}
            >
              {m.timeline.times(group.length)}
            </UnstyledButton>
          )}
        </span>
        <span className={classes['clock']}>
          {clockOf(oldest.timestamp) === clockOf(newest.timestamp) ? (
            <Clock time={newest.timestamp} />
          ) : (
            phrase(m.timeline.fromTo(<Clock time={oldest.timestamp} />, <Clock time={newest.timestamp} />))
          )}
        </span>
      </span>
      {isOpen && group.map((entry) => <Happened key={entry.id} group={[entry]} document={document} />)}
    </>
  );
}

/** Shows the chained entries. Each contains the hash of the previous entry. */
function Chain({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <ol className={classes['timeline']} reversed>
      {entries.map(({ id, sequence, action, timestamp, hash, previous_hash: previous }) => (
        <li key={id}>
          <Code>{`${sequence} ${action}`}</Code>
          <span className={classes['when']}>{exactTime(timestamp)}</span>
          <span className={classes['linkedHash']}>{m.timeline.hash(hash)}</span>
          <span className={classes['linkedHash']}>{m.timeline.previousHash(previous)}</span>
        </li>
      ))}
    </ol>
  );
}
