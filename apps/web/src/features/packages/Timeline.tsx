import { Button, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { explain } from '../../api/errors.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Time } from '../../ui/Time.tsx';
import { actorName, concerned } from '../../ui/actor.ts';
import { type Package, packageTimelineQuery } from './queries.ts';
import { m } from './texts.ts';
import classes from './Packages.module.css';

const SHOWN = 30;

/** Combines the audit trails of all documents in the package, newest first. */
export function Timeline({ all }: { all: Package }) {
  const [isWhole, setWhole] = useState(false);
  const { data, error } = useQuery(packageTimelineQuery(all));
  const firstNew = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isWhole) firstNew.current?.focus();
  }, [isWhole]);
  // The documents are treated as one, with all their signers, because each signer has a different ID in each document.
  const people = { owner: all.owner, signers: all.documents.flatMap(({ signers }) => signers) };
  const shown = isWhole ? data : data?.slice(0, SHOWN);
  return (
    <Panel label={m.timeline.title}>
      <Title order={2} fz="md" mb="sm">
        {m.timeline.title}
      </Title>
      {error !== null && data === undefined && <Text c="dimmed">{explain(error).detail}</Text>}
      {error === null && data === undefined && <Skeleton height={14} width="70%" />}
      <ol className={classes['timeline']} reversed>
        {shown?.map((event, index) => (
          <li key={event.id} {...(index === SHOWN && { ref: firstNew, tabIndex: -1 })}>
            <span>
              <bdi className={classes['name']}>{actorName(event.actor, people)}</bdi> {event.summary}
              {concerned([event], people)}{' '}
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
