/** docs/understand/reactions.md: the work without a request, from the features' descriptors. */
import { EVENT_KINDS, type EventKind } from '../packages/contract/src/index.ts';
import { features } from '../apps/server/src/main/features.ts';
import type { Services } from '../apps/server/src/main/services.ts';
import type { Feature } from '../apps/server/src/platform/feature.ts';
import type { Start } from '../apps/server/src/platform/jobs/starts.ts';

type Started = Pick<Start<never>, 'job' | 'mail'>;
const all: readonly Feature<Services>[] = features;

const what = ({ job, mail }: Started): string =>
  mail === undefined ? `job \`${job.kind}\`` : `mail \`${mail}\` (job \`${job.kind}\`)`;

function ofEvent(kind: EventKind): string {
  const found = all.flatMap(({ name, reactions }) =>
    ((reactions?.[kind] ?? []) as readonly Started[]).map((start) => `${what(start)}, ${name}`),
  );
  return `| \`${kind}\` | ${found.length === 0 ? 'none' : found.join('<br>')} |`;
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

/** In the largest unit with a whole number. */
function duration(seconds: number): string {
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
      `| ${timer.name} | ${duration(timer.everyMs / 1000)} | ${timer.needsTrustedTime ? 'waits' : 'goes on'} | ${name} |`,
  ),
);

const erasures = all.flatMap(({ name, erasures: own = [] }) =>
  own.map((erasure) => `| \`${erasure.name}\` | ${erasure.of} | ${name} |`),
);

export function reactionsPage(): string {
  return [
    '# Reactions',
    'Made by `npm run docs` from `reactions.ts` of each [feature](../../apps/server/src/features). Nothing else can start a job ([ADR 52](../adr/0052-declare-job-reactions-per-feature.md)). Each job is written in the transaction of what starts it.',
    '## Events',
    'Each event also goes to the webhooks that subscribe to its kind and to live updates ([events.md](../api/events.md)).',
    `| event | starts, and the feature that reacts |\n|---|---|\n${EVENT_KINDS.map(ofEvent).join('\n')}`,
    '## Continuations',
    'What a command, a job or a timer goes on with, where no event is recorded that could start it.',
    `| when | starts | feature |\n|---|---|---|\n${continuations.join('\n')}`,
    '## Jobs',
    'A job that fails is tried again after each of these times, and is dead after the last one. Lanes, in the order of what people wait for: seal, invitation, timer, mail, certificate, bulk. While one has more to do than it can, those after it go on one job at a time. Of the job `send-mail`, the mails `invitation`, `forwarded` and `signing-code` are in the lane invitation ([ADR 55](../adr/0055-shed-load-by-class.md)).',
    `| job | lane | tried again after |\n|---|---|---|\n${jobs().join('\n')}`,
    '## Timers',
    'What comes back by the clock, in every process that runs jobs. The third column: while the clock is in doubt ([ADR 44](../adr/0044-stop-timed-work-on-a-doubtful-clock.md)).',
    `| timer | every | clock in doubt | feature |\n|---|---|---|---|\n${timers.join('\n')}`,
    '## Erasures',
    'What is erased when nobody can use it any more, by the timer of retention and by `runDataRetention` alike: rows first, then files.',
    `| counted as | erases | feature |\n|---|---|---|\n${erasures.join('\n')}`,
  ]
    .join('\n\n')
    .concat('\n');
}
