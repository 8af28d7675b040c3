import { Group, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { shownLocale } from '../../api/language.ts';
import { usageQuery } from './queries.ts';
import { BarChart } from '../../ui/BarChart.tsx';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { dayOf } from '../../ui/time.ts';
import { Section } from '../../ui/Section.tsx';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';

function Meter({ title, used, limit, note }: { title: string; used: number; limit: number | null; note: string }) {
  const share = limit === null ? 0 : Math.min(1, limit === 0 ? 1 : used / limit);
  return (
    <div>
      <Group justify="space-between">
        <Text fw={600}>{title}</Text>
        <Text>{limit === null ? m.usageSection.unlimited(used) : m.usageSection.of(used, limit)}</Text>
      </Group>
      {limit !== null && (
        <Progress
          value={share * 100}
          {...(share >= 0.9 && { color: 'red' })}
          aria-label={m.usageSection.used(title)}
          mt={4}
        />
      )}
      <Text c="dimmed" size="sm" mt={4}>
        {note}
      </Text>
    </div>
  );
}

/** Returns the name of a month such as 2026-11. */
const monthName = (month: string): string =>
  new Intl.DateTimeFormat(shownLocale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

/** Shows how much of the plan's limits is used, this month and in earlier months. */
export function UsageSection() {
  const { data: usage, error, refetch } = useQuery(usageQuery);
  if (error !== null && usage === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  if (usage === undefined) return <Skeleton height={320} radius="lg" role="status" aria-label={common.loading} />;
  const { seats, envelopes, requests, months, period } = usage;
  return (
    <Section title={m.usageSection.usage} text={m.usageSection.month(dayOf(period.end))}>
      <Stack gap="lg">
        <Meter
          title={m.usageSection.seats}
          used={seats.used}
          limit={seats.limit}
          note={m.usageSection.membersAndInvitations(
            m.usageSection.members(seats.members),
            m.usageSection.openInvitations(seats.invited),
          )}
        />
        <Meter
          title={m.usageSection.envelopes}
          used={envelopes.used}
          limit={envelopes.limit}
          note={m.usageSection.documentsSentForSignature}
        />
        <Meter
          title={m.usageSection.apiRequests}
          used={requests.used}
          limit={null}
          note={
            requests.limit_per_hour === null
              ? m.usageSection.rejectedWithoutLimit(requests.refused)
              : m.usageSection.rejectedWithLimit(requests.refused, requests.limit_per_hour)
          }
        />
        <div>
          <Title order={3} fz="sm">
            {m.usageSection.envelopesByMonth}
          </Title>
          <BarChart
            title={m.usageSection.envelopesOfEachMonth}
            bars={months.map(({ month, envelopes: sent }) => ({ label: monthName(month), values: [sent] }))}
            names={{ label: m.usageSection.monthLabel, values: [m.usageSection.envelopes] }}
            arranged="stacked"
          />
        </div>
        <div>
          <Title order={3} fz="sm">
            {m.usageSection.apiRequestsByMonth}
          </Title>
          <BarChart
            title={m.usageSection.apiRequestsOfEachMonth}
            bars={months.map(({ month, requests: passed, refused }) => ({
              label: monthName(month),
              values: [passed, refused],
            }))}
            names={{ label: m.usageSection.monthLabel, values: [labels.requests, labels.refused] }}
            arranged="stacked"
          />
        </div>
      </Stack>
    </Section>
  );
}
