/** Dead letters, which failed five times: replay or discard one, some, or all that match the filter. */
import { Button, Checkbox, Group, Select, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconChevronLeft, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { type DeadLetter, type DeadLetterFilter, deadLettersQuery, type Webhook, webhooksQuery } from './queries.ts';
import { TextLink } from '../../ui/links.tsx';
import { type Column, ListTable } from '../../ui/ListTable.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { Time } from '../../ui/Time.tsx';
import { toastError } from '../../ui/toast.ts';
import { type Asked, ConfirmDialog, deliveries, useProcess, type Which } from './DeadLetterDialog.tsx';
import { type DeadLetterSearch, EVENT_NAMES, lastAnswer, parseDeadLetterSearch, SPANS } from './words.ts';
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
    head: 'Event',
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
    head: 'Webhook',
    cell: ({ webhook_id: id, url }) => (
      <TextLink to="/settings/webhooks/$id" params={{ id }} search={{ state: 'dead' }} className={classes['url']}>
        {url}
      </TextLink>
    ),
  },
  { head: 'Last response', cell: lastAnswer },
  {
    head: 'Failed',
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
      aria-label={`Send again: ${event} to ${url}`}
    >
      Send again
    </Button>
  );
}

type FilterProps = { search: DeadLetterSearch; webhooks: readonly Webhook[]; show: (next: DeadLetterSearch) => void };

function Filters({ search, webhooks, show }: FilterProps) {
  const set = (change: Record<string, string | null>) => show(parseDeadLetterSearch({ ...search, ...change }));
  return (
    <Group gap="sm" className={classes['filters']}>
      <Select
        aria-label="Webhook"
        placeholder="All webhooks"
        clearable
        size="xs"
        data={webhooks.map(({ id, url }) => ({ value: id, label: url }))}
        value={search.webhook ?? null}
        onChange={(webhook) => set({ webhook })}
      />
      <Select
        aria-label="Event"
        placeholder="All events"
        clearable
        size="xs"
        data={EVENT_NAMES}
        value={search.event ?? null}
        onChange={(event) => set({ event })}
      />
      <Select
        aria-label="Failed at"
        placeholder="Any time"
        clearable
        size="xs"
        data={[...SPANS]}
        value={search.days ?? null}
        onChange={(days) => set({ days })}
      />
    </Group>
  );
}

type BarProps = { chosen: number; total: number; ask: (action: Asked['action']) => void };

/** Actions on the selected ones, or on all that match the filter. */
function QueueBar({ chosen, total, ask }: BarProps) {
  const scope = chosen > 0 ? `${chosen} selected` : 'all';
  return (
    <div className={classes['queueBar']}>
      <Text className="tabular" aria-live="polite">
        {chosen > 0 ? `${chosen} selected` : deliveries(total)}
      </Text>
      <Group gap={8}>
        <Button size="xs" leftSection={<IconRefresh size={14} />} onClick={() => ask('replay')}>
          Send {scope} again
        </Button>
        <Button size="xs" variant="default" leftSection={<IconTrash size={14} />} onClick={() => ask('discard')}>
          Discard {scope}
        </Button>
      </Group>
    </div>
  );
}

function NothingThere({ filtered, clear }: { filtered: boolean; clear: () => void }) {
  if (!filtered)
    return <EmptyState title="No dead letters" text="Every delivery succeeded or is still being retried." />;
  return (
    <EmptyState title="Nothing found" text="No dead letter matches your filters.">
      <Button variant="default" onClick={clear}>
        Show all
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
        caption="Dead letters"
        from={query}
        items={letters}
        keyOf={({ id }) => id}
        columns={columnsOf(rows)}
        actions={(letter) => <ReplayButton letter={letter} {...rows} />}
        empty={<NothingThere filtered={filtered} clear={clear} />}
        more="Older deliveries"
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
  usePageTitle('Dead letters');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: webhooks = [] } = useQuery(webhooksQuery);
  // Fixed when the page is opened: a changing time would repeat the request on each render.
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
        <IconChevronLeft size={15} aria-hidden="true" /> Webhooks
      </TextLink>
      <PageHeader title="Dead letters" lead="Deliveries that failed five times over six hours." />
      <Panel flush label="Dead letters">
        <div className={classes['logHead']}>
          <Filters search={search} webhooks={webhooks} show={show} />
        </div>
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
