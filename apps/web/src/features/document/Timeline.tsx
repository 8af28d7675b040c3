import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconLink, IconLinkOff } from '@tabler/icons-react';
import { auditQuery } from './queries.ts';
import type { Document } from '../../api/queries.ts';
import { explain } from '../../api/errors.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Time } from '../../ui/Time.tsx';
import { zoneName } from '../../ui/zone.ts';
import { actorName, concerned } from './actor.ts';
import { m } from './texts.ts';
import classes from './Document.module.css';

/** The audit trail, newest first. */
export function Timeline({ document }: { document: Document }) {
  const { data, error } = useQuery(auditQuery(document.id));
  const Chain = data?.isValid === false ? IconLinkOff : IconLink;
  return (
    <Panel label={m.timeline.timeline}>
      <div className={classes['headRow']}>
        <Title order={2} fz="md">
          {m.timeline.timeline}
        </Title>
        {data !== undefined && (
          <span className={`${classes['chain']} ${data.isValid ? classes['good'] : classes['bad']}`}>
            <Chain size={14} aria-hidden="true" />
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
        <ol className={classes['timeline']} reversed>
          {data.entries.toReversed().map((entry) => (
            <li key={entry.id}>
              {entry.summary}
              <span className={classes['when']}>
                <Time iso={entry.timestamp} /> · {actorName(entry.actor, document)}
                {concerned(entry, document)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
