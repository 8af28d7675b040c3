/**
 * Lists dead letters, which are deliveries that failed five times. People can replay or discard one dead letter,
 * several, or all that match the filter.
 */
import { Button, Checkbox, Group, Select, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconChevronLeft, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { type DeadLetter, type DeadLetterFilter, deadLettersQuery, type Webhook, webhooksQuery } from './queries.ts';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { TextLink } from '../../ui/links.tsx';
import { type Column, ListTable } from '../../ui/ListTable.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { Time } from '../../ui/Time.tsx';
import { toastError } from '../../ui/toast.ts';
import { type Asked, ConfirmDialog, deliveries, useProcess, type Which } from './DeadLetterDialog.tsx';
import { EVENT_NAMES } from './event-names.ts';
import { type DeadLetterSearch, parseDeadLetterSearch } from './search.ts';
import { lastAnswer, SPANS } from './words.ts';
import { WebhookLink } from './WebhookLink.tsx';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';
import table from '../../ui/Table.module.css';
import classes from './Webhooks.module.css';

const route = getRouteApi('/frame/settings/webhooks/given-up');
const DAY_MS = 86_400_000;

type RowsProps = {
  ticked: ReadonlySet<string>;
  tick: (id: string) => void;
  replay: (id: string) => void;
  busy: boolean;
};

const columnsOf = ({ ticked, tick }: RowsProps): readonly Column<DeadLetter>[] => [
  {
    head: m.deadLettersPage.event,
    cell: ({ id, event }) => (
      <Checkbox
        label={event}
        checked={ticked.has(id)}
        onChange={() => tick(id)}
        classNames={{ label: classes['tickLabel'] ?? '' }}
      />
    ),
  },
  {
    head: m.deadLettersPage.webhook,
    cell: ({ webhook_id: id, url }) => <WebhookLink id={id} url={url} search={{ state: 'dead' }} />,
  },
  {
    head: m.deadLettersPage.lastResponse,
    className: classes['answer'],
    cell: (letter) => <bdi>{lastAnswer(letter)}</bdi>,
  },
  {
    head: labels.failed,
    className: table['short'],
    cell: ({ finished_at: finishedAt, created_at: createdAt }) => <Time iso={finishedAt ?? createdAt} />,
  },
];

function ReplayButton({ letter: { id, event, url }, replay, busy }: { letter: DeadLetter } & RowsProps) {
  return (
    <Button
      size="xs"
      variant="default"
      disabled={busy}
      onClick={() => replay(id)}
      aria-label={m.deadLettersPage.sendAgainTo(event, url)}
    >
      {m.deadLettersPage.sendAgain}
    </Button>
  );
}

type FilterProps = { search: DeadLetterSearch; webhooks: readonly Webhook[]; show: (next: DeadLetterSearch) => void };

function Filters({ search, webhooks, show }: FilterProps) {
  const set = (change: Record<string, string | null>) => show(parseDeadLetterSearch({ ...search, ...change }));
  return (
    <FilterBar filter={search}>
      <Select
        label={m.deadLettersPage.webhook}
        placeholder={m.deadLettersPage.allWebhooks}
        clearable
        data={webhooks.map(({ id, url }) => ({ value: id, label: url }))}
        value={search.webhook ?? null}
        onChange={(webhook) => set({ webhook })}
      />
      <Select
        label={m.deadLettersPage.event}
        placeholder={m.deadLettersPage.allEvents}
        clearable
        data={EVENT_NAMES}
        value={search.event ?? null}
        onChange={(event) => set({ event })}
      />
      <Select
        label={m.deadLettersPage.failedAt}
        placeholder={m.deadLettersPage.anyTime}
        clearable
        data={[...SPANS]}
        value={search.days ?? null}
        onChange={(days) => set({ days })}
      />
    </FilterBar>
  );
}

type BarProps = { chosen: number; total: number; ask: (action: Asked['action']) => void };

/** Actions on the selected dead letters, or on all that match the filter. */
function QueueBar({ chosen, total, ask }: BarProps) {
  const selected = chosen > 0 ? m.deadLettersPage.selected(chosen) : null;
  return (
    <div className={classes['queueBar']}>
      <Text className="tabular" aria-live="polite">
        {selected ?? deliveries(total)}
      </Text>
      <Group gap={8}>
        <Button size="xs" leftSection={<IconRefresh size={14} />} onClick={() => ask('replay')}>
          {selected === null ? m.deadLettersPage.sendAgainAll : m.deadLettersPage.sendAgainText(selected)}
        </Button>
        <Button size="xs" variant="default" leftSection={<IconTrash size={14} />} onClick={() => ask('discard')}>
          {selected === null ? m.deadLettersPage.discardAll : m.deadLettersPage.discard(selected)}
        </Button>
      </Group>
    </div>
  );
}

function NothingThere({ filtered, clear }: { filtered: boolean; clear: () => void }) {
  if (!filtered)
    return (
      <EmptyState title={m.deadLettersPage.noDeadLetters} text={m.deadLettersPage.everyDeliverySucceededOrStill} />
    );
  return (
    <EmptyState title={common.nothingFound} text={m.deadLettersPage.noDeadLetterMatchesFilters}>
      <Button variant="default" onClick={clear}>
        {labels.showAll}
      </Button>
    </EmptyState>
  );
}

type QueueProps = { filter: DeadLetterFilter; filtered: boolean; clear: () => void };

function Queue({ filter, filtered, clear }: QueueProps) {
  const query = useInfiniteQuery(deadLettersQuery(filter));
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Asked | null>(null);
  const single = useProcess(() => setTicked(new Set()));
  const letters = query.data?.pages.flatMap((page) => page.deliveries);
  const total = query.data?.pages[0]?.total ?? 0;
  const ids = (letters ?? []).filter(({ id }) => ticked.has(id)).map(({ id }) => id);
  const which: Which = ids.length > 0 ? { ids } : { filter, total };
  const rows: RowsProps = {
    ticked,
    busy: single.isPending,
    tick: (id) =>
      setTicked((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id]))),
    replay: (id) => single.mutate({ action: 'replay', which: { ids: [id] } }, { onError: toastError }),
  };
  return (
    <>
      {letters !== undefined && letters.length > 0 && (
        <QueueBar chosen={ids.length} total={total} ask={(action) => setAsked({ action, which })} />
      )}
      <ListTable
        caption={m.deadLettersPage.deadLetters}
        from={query}
        items={letters}
        keyOf={({ id }) => id}
        columns={columnsOf(rows)}
        actions={(letter) => <ReplayButton letter={letter} {...rows} />}
        empty={<NothingThere filtered={filtered} clear={clear} />}
        more={m.deadLettersPage.olderDeliveries}
      />
      {asked !== null && (
        <ConfirmDialog
          asked={asked}
          close={() => setAsked(null)}
          done={() => {
            setAsked(null);
            setTicked(new Set());
          }}
        />
      )}
    </>
  );
}

export function DeadLettersPage() {
  usePageTitle(m.deadLettersPage.deadLetters);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: webhooks = [] } = useQuery(webhooksQuery);
  // The time is fixed when the page opens, because a changing time would repeat the request on each render.
  const [now] = useState(() => Date.now());
  const filter: DeadLetterFilter = {
    ...(search.webhook !== undefined && { integrationId: search.webhook }),
    ...(search.event !== undefined && { event: search.event }),
    ...(search.days !== undefined && { from: new Date(now - Number(search.days) * DAY_MS).toISOString() }),
  };
  const show = (next: DeadLetterSearch) => void navigate({ search: next, replace: true });
  return (
    <>
      <TextLink to="/settings/webhooks" className={classes['back']}>
        <IconChevronLeft size={15} aria-hidden="true" /> {labels.webhooks}
      </TextLink>
      <PageHeader title={m.deadLettersPage.deadLetters} lead={m.deadLettersPage.deliveriesFailedFiveTimesOver} />
      <Filters search={search} webhooks={webhooks} show={show} />
      <Panel flush label={m.deadLettersPage.deadLetters}>
        <Queue
          key={JSON.stringify(search)}
          filter={filter}
          filtered={Object.keys(search).length > 0}
          clear={() => show({})}
        />
      </Panel>
    </>
  );
}
