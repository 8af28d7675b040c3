import { Group, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usageQuery } from './queries.ts';
import { BarChart } from '../../ui/BarChart.tsx';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { dayOf } from '../../ui/time.ts';
import { Section } from '../../ui/Section.tsx';
import { many } from './words.ts';

function Meter({ title, used, limit, note }: { title: string; used: number; limit: number | null; note: string }) {
  const share = limit === null ? 0 : Math.min(1, limit === 0 ? 1 : used / limit);
  return (
    <div>
      <Group justify="space-between">
        <Text fw={600}>{title}</Text>
        <Text>{limit === null ? `${many(used)}, unlimited` : `${many(used)} of ${many(limit)}`}</Text>
      </Group>
      {limit !== null && (
        <Progress value={share * 100} {...(share >= 0.9 && { color: 'red' })} aria-label={`${title} used`} mt={4} />
      )}
      <Text c="dimmed" size="sm" mt={4}>
        {note}
      </Text>
    </div>
  );
}

/** Usage of the plan's limits, this month and earlier. */
export function UsageSection() {
  const { data: usage, error, refetch } = useQuery(usageQuery);
  if (error !== null && usage === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  if (usage === undefined) return <Skeleton height={320} radius="lg" role="status" aria-label="Loading" />;
  const { seats, envelopes, requests, months, period } = usage;
  return (
    <Section title="Usage" text={`This month, until ${dayOf(period.end)}.`}>
      <Stack gap="lg">
        <Meter
          title="Seats"
          used={seats.used}
          limit={seats.limit}
          note={`${many(seats.members)} ${seats.members === 1 ? 'member' : 'members'} and ${many(seats.invited)} open ${seats.invited === 1 ? 'invitation' : 'invitations'}.`}
        />
        <Meter
          title="Envelopes"
          used={envelopes.used}
          limit={envelopes.limit}
          note="Documents sent for signature. A package counts as one. The sandbox is not counted."
        />
        <Meter
          title="API requests"
          used={requests.used}
          limit={null}
          note={`${many(requests.refused)} were rejected. Each key can make ${requests.limit_per_hour === null ? 'as many as you allow' : `${many(requests.limit_per_hour)} per hour`}.`}
        />
        <div>
          <Title order={3} fz="sm">
            Envelopes by month
          </Title>
          <BarChart
            title="Envelopes of each month"
            bars={months.map(({ month, envelopes: sent }) => ({ label: month, values: [sent] }))}
            names={{ label: 'Month', values: ['Envelopes'] }}
            arranged="stacked"
          />
        </div>
        <div>
          <Title order={3} fz="sm">
            API requests by month
          </Title>
          <BarChart
            title="API requests of each month"
            bars={months.map(({ month, requests: passed, refused }) => ({ label: month, values: [passed, refused] }))}
            names={{ label: 'Month', values: ['Requests', 'Refused'] }}
            arranged="stacked"
          />
        </div>
      </Stack>
    </Section>
  );
}
