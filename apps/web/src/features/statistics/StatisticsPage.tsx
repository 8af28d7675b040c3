import { Alert, Button, Menu, Progress, SegmentedControl, Select, Skeleton, Text, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Analytics, type Statistics, statisticsQuery } from './queries.ts';
import { sessionQuery } from '../../api/queries.ts';
import { BarChart } from '../../ui/BarChart.tsx';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { exactTime } from '../../ui/time.ts';
import { zoneName } from '../../ui/zone.ts';
import { Section } from '../../ui/Section.tsx';
import section from '../../ui/Section.module.css';
import { download } from './csv.ts';
import { Headline } from './Headline.tsx';
import { Leaders } from './Leaders.tsx';
import { OrganizationFigures } from './OrganizationFigures.tsx';
import { parseStatisticsSearch, rangeOf, type StatisticsSearch } from './search.ts';
import classes from './Statistics.module.css';
import { BUCKET, bucketName, BUCKETS, count, duration, share, STATES } from './words.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';

const route = getRouteApi('/frame/statistics');
type Shown = Analytics & Partial<Statistics>;
type Show = (search: StatisticsSearch) => void;

function Controls({ search, show, isAdmin }: { search: StatisticsSearch; show: Show; isAdmin: boolean }) {
  const by = search.by ?? 'day';
  return (
    <FilterBar filter={{ ...search, by: by === 'day' ? undefined : by }}>
      {isAdmin && (
        <SegmentedControl
          aria-label={m.statisticsPage.scope}
          data={[
            { value: 'organization', label: labels.organization },
            { value: 'me', label: m.statisticsPage.myStatistics },
          ]}
          value={search.of ?? 'organization'}
          onChange={(of) => show(parseStatisticsSearch({ ...search, of }))}
        />
      )}
      <Select
        label={m.statisticsPage.by}
        className={classes['by'] ?? ''}
        allowDeselect={false}
        data={Object.entries(BUCKETS).map(([value, label]) => ({ value, label }))}
        value={by}
        onChange={(value) => show(parseStatisticsSearch({ ...search, by: value }))}
      />
      {(['from', 'until'] as const).map((end) => (
        <TextInput
          key={end}
          label={end === 'from' ? labels.from : labels.until}
          type="date"
          value={search[end] ?? ''}
          onChange={({ currentTarget: { value } }) => show(parseStatisticsSearch({ ...search, [end]: value }))}
        />
      ))}
      {(search.from ?? search.until) !== undefined && (
        <Button variant="subtle" onClick={() => show({ ...(search.of && { of: search.of }), by })}>
          {m.statisticsPage.defaultRange}
        </Button>
      )}
    </FilterBar>
  );
}

function Cards({ figures: { totals, documents } }: { figures: Shown }) {
  const waiting = documents.find(({ state }) => state === 'in-progress')?.count ?? 0;
  const cards = [
    { name: labels.sent, value: count(totals.sent), more: m.statisticsPage.created(count(totals.created)) },
    { name: common.completed, value: count(totals.completed), more: m.statisticsPage.waitingNow(count(waiting)) },
    {
      name: m.statisticsPage.completionRate,
      value: share(totals.completionRate),
      more: m.statisticsPage.ofDocumentsSentInPeriod,
    },
    {
      name: m.statisticsPage.medianTimeToComplete,
      value: duration(totals.medianSecondsToComplete),
      more: m.statisticsPage.halfTakeLonger,
    },
    {
      name: m.statisticsPage.endedWithoutCompletion,
      value: count(totals.declined + totals.voided + totals.expired),
      more: m.statisticsPage.declinedVoidedExpired(count(totals.declined), count(totals.voided), count(totals.expired)),
    },
  ];
  return (
    <ul className={classes['cards']}>
      {cards.map(({ name, value, more }) => (
        <li key={name}>
          <Panel className={classes['card']}>
            <p>{name}</p>
            <p className={classes['figure']}>{value}</p>
            <p>{more}</p>
          </Panel>
        </li>
      ))}
    </ul>
  );
}

function OverTime({ figures: { series, bucket, timeZone } }: { figures: Shown }) {
  const label = BUCKET[bucket];
  const nameOf = (from: string) => bucketName(from, bucket, timeZone);
  return (
    <>
      <Section title={m.statisticsPage.sentAndCompleted}>
        <BarChart
          title={m.statisticsPage.documentsSentAndCompleted}
          bars={series.map(({ from, sent, completed }) => ({ label: nameOf(from), values: [sent, completed] }))}
          names={{ label, values: [labels.sent, common.completed] }}
          arranged="beside"
        />
      </Section>
      <Section title={m.statisticsPage.timeToComplete} text={m.statisticsPage.medianTimeFromSending}>
        <BarChart
          title={m.statisticsPage.medianTimeToComplete}
          bars={series.map(({ from, medianSecondsToComplete: median }) => ({
            label: nameOf(from),
            values: [median],
          }))}
          names={{ label, values: [m.statisticsPage.time] }}
          say={duration}
          arranged="stacked"
        />
      </Section>
    </>
  );
}

function States({ documents }: { documents: Shown['documents'] }) {
  const all = documents.reduce((sum, { count: own }) => sum + own, 0);
  return (
    <Section title={m.statisticsPage.documentsNow} text={m.statisticsPage.currentStatusOfAllDocuments}>
      <dl className={classes['states']}>
        {documents.map(({ state, count: own }) => (
          <div key={state}>
            <dt>{STATES[state]}</dt>
            <dd>
              {count(own)}
              <Progress value={all === 0 ? 0 : (own / all) * 100} size="sm" aria-hidden="true" />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

const FIGURES = ['created', 'sent', 'completed', 'declined', 'voided', 'expired'] as const;

function save(figures: Shown, what: 'series' | 'members' | 'templates'): void {
  const name = `countersign-${what === 'series' ? 'statistics' : what}-${figures.from.slice(0, 10)}-${figures.to.slice(0, 10)}.csv`;
  if (what === 'series') {
    const head = ['from', 'to', ...FIGURES, 'median_seconds_to_complete'];
    const line = (row: Shown['series'][number]) => [
      row.from,
      row.to,
      ...FIGURES.map((one) => row[one]),
      row.medianSecondsToComplete,
    ];
    download(name, [head, ...figures.series.map(line)]);
    return;
  }
  const head = ['id', 'name', ...FIGURES, 'completion_rate', 'median_seconds_to_complete'];
  const rows = (figures[what] ?? []).map((row) => [
    row.id,
    row.name,
    ...FIGURES.map((one) => row[one]),
    row.completionRate,
    row.medianSecondsToComplete,
  ]);
  download(name, [head, ...rows]);
}

function Download({ figures }: { figures: Shown | undefined }) {
  if (figures?.members === undefined)
    return (
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        disabled={figures === undefined}
        onClick={() => figures && save(figures, 'series')}
      >
        {m.statisticsPage.downloadCsv}
      </Button>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} />}>
          {m.statisticsPage.downloadCsv}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save(figures, 'series')}>{m.statisticsPage.statisticsOverTime}</Menu.Item>
        <Menu.Item onClick={() => save(figures, 'members')}>{m.statisticsPage.byMember}</Menu.Item>
        <Menu.Item onClick={() => save(figures, 'templates')}>{m.statisticsPage.byTemplate}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Figures({ figures, of }: { figures: Shown; of: 'organization' | 'me' }) {
  const isEmpty =
    figures.complete && figures.documents.every(({ count: own }) => own === 0) && figures.totals.created === 0;
  return (
    <div className={section['sections']}>
      {!figures.complete && (
        <Alert title={m.statisticsPage.earlierDocumentsStillBeingCounted} role="status">
          {m.statisticsPage.soFar(share(figures.progress))}
        </Alert>
      )}
      {isEmpty ? (
        <Panel flush label={m.statisticsPage.figures}>
          <EmptyState title={m.statisticsPage.noStatisticsYet} text={m.statisticsPage.statisticsStartWithFirstDocument}>
            <ButtonLink to="/documents/new">{common.newDocument}</ButtonLink>
          </EmptyState>
        </Panel>
      ) : (
        <>
          <Headline figures={figures} of={of} />
          <Cards figures={figures} />
          <OverTime figures={figures} />
          <States documents={figures.documents} />
          {figures.members && (
            <Leaders
              title={labels.members}
              rows={figures.members}
              gone={labels.formerMember}
              none={m.statisticsPage.nobodyCreatedOrSentDocument}
            />
          )}
          {figures.templates && (
            <Leaders
              title={common.templates}
              rows={figures.templates}
              gone={m.statisticsPage.deletedTemplate}
              none={m.statisticsPage.noTemplateUsedInPeriod}
            />
          )}
        </>
      )}
      <OrganizationFigures figures={figures} />
    </div>
  );
}

/** Shows administrators the organization's statistics, and every person their own. */
export function StatisticsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const isAdmin = session !== undefined && session.role !== 'member';
  const of = isAdmin && search.of !== 'me' ? 'organization' : 'me';
  const title = of === 'me' ? m.statisticsPage.myStatistics : m.statisticsPage.statisticsText;
  usePageTitle(title);
  const { data, error, refetch } = useQuery({
    ...statisticsQuery(of, rangeOf(search, zoneName())),
    enabled: session !== undefined,
  });
  const show: Show = (next) => void navigate({ search: next, replace: true });
  const asOf = data?.asOf ?? null;
  return (
    <>
      <PageHeader
        title={title}
        lead={
          <>
            {of === 'me'
              ? m.statisticsPage.resultsOfDocumentsCreated
              : m.statisticsPage.resultsOfOrganizationsDocuments}
            {asOf !== null && (
              <Text span c="dimmed" display="block">
                {m.statisticsPage.asOf(exactTime(asOf))}
              </Text>
            )}
          </>
        }
        actions={<Download figures={data} />}
      />
      <Controls search={search} show={show} isAdmin={isAdmin} />
      {error !== null && <ErrorView error={error} retry={() => void refetch()} />}
      {error === null && data === undefined && (
        <Skeleton height={320} radius="lg" role="status" aria-label={m.statisticsPage.loadingStatistics} />
      )}
      {error === null && data !== undefined && <Figures figures={data} of={of} />}
    </>
  );
}
