import { Button, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '../../api/errors.ts';
import { common } from '../../ui/common.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Time } from '../../ui/Time.tsx';
import { type Package, type PackageEvent, packageTimelineQuery } from './queries.ts';
import { m } from './texts.ts';
import classes from './Packages.module.css';

const SHOWN = 30;

function actorOf(all: Package, { actor }: PackageEvent): string {
  if (actor.kind === 'system') return common.countersign;
  if (actor.id === all.owner.id) return all.owner.name;
  const signer = all.documents.flatMap(({ signers }) => signers).find(({ id }) => id === actor.id);
  if (actor.kind === 'api-key' || actor.kind === 'apiKey') return m.timeline.apiKey;
  return signer?.name ?? (actor.kind === 'signer' ? m.timeline.recipient : m.timeline.member);
}

/** The audit trails of all documents of the package as one, newest first. */
export function Timeline({ all }: { all: Package }) {
  const [isWhole, setWhole] = useState(false);
  const { data, error } = useQuery(packageTimelineQuery(all));
  const shown = isWhole ? data : data?.slice(0, SHOWN);
  return (
    <Panel label={m.timeline.title}>
      <Title order={2} fz="md" mb="sm">
        {m.timeline.title}
      </Title>
      {error !== null && data === undefined && <Text c="dimmed">{explain(error).detail}</Text>}
      {error === null && data === undefined && <Skeleton height={14} width="70%" />}
      <ol className={classes['timeline']} reversed>
        {shown?.map((event) => (
          <li key={event.id}>
            <span>
              <bdi className={classes['name']}>{actorOf(all, event)}</bdi> {event.summary}{' '}
              <Text span c="dimmed">
                {m.timeline.of(event.title)}
              </Text>
            </span>
            <Time iso={event.timestamp} />
          </li>
        ))}
      </ol>
      {data !== undefined && data.length > SHOWN && !isWhole && (
        <Button size="xs" variant="default" mt="sm" onClick={() => setWhole(true)}>
          {m.timeline.showAll(data.length)}
        </Button>
      )}
    </Panel>
  );
}
