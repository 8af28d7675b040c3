/**
 * Writes docs/understand/reactions.md from the features' descriptors. The page lists the work that the server does
 * without a request.
 */
import { EVENT_KINDS, type EventKind } from '../packages/contract/src/index.ts';
import { features } from '../apps/server/src/main/features.ts';
import type { Services } from '../apps/server/src/main/services.ts';
import type { Feature } from '../apps/server/src/platform/feature.ts';
import type { Start } from '../apps/server/src/platform/jobs/starts.ts';

type Started = Pick<Start<never>, 'job' | 'mail'>;
const all: readonly Feature<Services>[] = features;

const what = ({ job, mail }: Started): string =>
  mail === undefined ? `the \`${job.kind}\` job` : `the \`${job.kind}\` job, for the \`${mail}\` e-mail`;

/** Returns the table row of an event, or an empty list if the event starts no job. */
function ofEvent(kind: EventKind): string[] {
  const found = all.flatMap(({ name, reactions }) =>
    ((reactions?.[kind] ?? []) as readonly Started[]).map((start) => `${what(start)} (\`${name}\` feature)`),
  );
  return found.length === 0 ? [] : [`| \`${kind}\` | ${found.join('<br>')} |`];
}

const continuations = all.flatMap(({ name, continuations: own = {} }) =>
  Object.values(own).map((one) => `| ${one.cause} | ${what(one)} | ${name} |`),
);

function jobs(): string[] {
  const started = all.flatMap(({ reactions = {}, continuations: own = {} }) => [
    ...(Object.values(reactions).flat() as readonly Started[]),
    ...Object.values(own),
  ]);
  const byKind = new Map(started.map(({ job }) => [job.kind, job]));
  return [...byKind.values()]
    .toSorted((a, b) => a.kind.localeCompare(b.kind, 'en'))
    .map(({ kind, lane, retryAfter }) => `| \`${kind}\` | ${lane} | ${retryAfter.map(duration).join(', ')} |`);
}

/** Formats a duration in the largest unit that gives a whole number. */
function duration(seconds: number): string {
  if (seconds > 36_000 && seconds % 60 > 0) return `${(seconds / 3600).toFixed(1)} h`;
  const [size, unit] = ([
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'min'],
  ].find(([unitSeconds = 1]) => seconds % Number(unitSeconds) === 0) ?? [1, 's']) as [number, string];
  return `${seconds / size} ${unit}`;
}

const timers = all.flatMap(({ name, timers: own = [] }) =>
  own.map(
    (timer) =>
      `| ${timer.name} | ${duration(timer.everyMs / 1000)} | ${timer.needsTrustedTime ? 'waits' : 'continues'} | ${name} |`,
  ),
);

const erasures = all.flatMap(({ name, erasures: own = [] }) =>
  own.map((erasure) => `| \`${erasure.name}\` | ${erasure.of} | ${name} |`),
);

export function reactionsPage(): string {
  return [
    '# Reactions',
    'This page lists all jobs and timers, and the events and other causes that start each job. `npm run docs` generates it from `reactions.ts` in each [feature](../../apps/server/src/features), the only place that can start a job ([ADR 52](../adr/0052-declare-job-reactions-per-feature.md)). The transaction that causes a job also queues it.',
    '## Events',
    'These events start jobs. The server also sends every event to the webhooks that subscribe to its kind, and to live updates ([events.md](../api/events.md)).',
    `| Event | Jobs that it starts |\n|---|---|\n${EVENT_KINDS.flatMap(ofEvent).join('\n')}`,
    '## Continuations',
    'No event starts these jobs. They are started by a command, another job or a timer.',
    `| Cause | Job that starts | Feature |\n|---|---|---|\n${continuations.join('\n')}`,
    '## Jobs',
    'If a job fails, the server retries it after each of the intervals in this table. If the last retry also fails, the state of the job is `dead`. Queues run in this order: seal, announcement, invitation, timer, mail, certificate, bulk. While a queue is overloaded, the queues after it run one job at a time. The `invitation`, `forwarded` and `signing-code` e-mails of the `send-mail` job use the invitation queue ([ADR 55](../adr/0055-shed-load-by-class.md)).',
    `| Job | Queue | Intervals between retries |\n|---|---|---|\n${jobs().join('\n')}`,
    '## Timers',
    'Every process that runs jobs does this periodic work. Some of it waits while the server does not trust the clock of its machine ([ADR 44](../adr/0044-stop-timed-work-on-a-doubtful-clock.md)).',
    `| Timer | Interval | While the clock is not trusted, the work … | Feature |\n|---|---|---|---|\n${timers.join('\n')}`,
    '## Erasures',
    'The timer `deleting expired data` and the operation `runDataRetention` erase data that is no longer needed. They erase rows first, and then files. In the response of the operation, `erased` contains the number of erased items under each of these names.',
    `| Name in \`erased\` | What is erased | Feature |\n|---|---|---|\n${erasures.join('\n')}`,
  ]
    .join('\n\n')
    .concat('\n');
}
