/** How often a key was used and refused. */
import { Modal, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiKey, keyUsageQuery } from './queries.ts';
import { type Bar, BarChart } from '../../ui/BarChart.tsx';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { dayOf, exactTime } from '../../ui/time.ts';

const SPANS = [
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
];
const number = new Intl.NumberFormat('en');

type Hour = { hour: string; requests: number; refused: number };

/** One bar per hour for a day, or one per day for longer periods. */
function barsOf(hours: readonly Hour[]): Bar[] {
  const label = hours.length > 24 ? dayOf : exactTime;
  const bars = new Map<string, readonly number[]>();
  for (const { hour, requests, refused } of hours) {
    const [made = 0, over = 0] = bars.get(label(hour)) ?? [];
    bars.set(label(hour), [made + requests, over + refused]);
  }
  return [...bars].map(([name, values]) => ({ label: name, values }));
}

function Usage({ apiKey }: { apiKey: ApiKey }) {
  const [span, setSpan] = useState('24');
  const { data, error, refetch } = useQuery(keyUsageQuery(apiKey.id, span));
  if (error !== null && data === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  return (
    <Stack gap="md">
      <SegmentedControl data={SPANS} value={span} onChange={setSpan} aria-label="Show the last" />
      {data === undefined && <Skeleton height={180} role="status" aria-label="Loading usage" />}
      {data?.requests === 0 && data.refused === 0 && (
        <Text c="dimmed">No requests with this key in this period. New requests appear here within seconds.</Text>
      )}
      {data !== undefined && data.requests + data.refused > 0 && (
        <>
          <Text>
            <b>{number.format(data.requests)}</b> {data.requests === 1 ? 'request' : 'requests'}
            {data.refused > 0 && `, and ${number.format(data.refused)} rejected above the limit`}
          </Text>
          <BarChart
            title={`Requests with ${apiKey.name}`}
            bars={barsOf(data.hours)}
            names={{ label: span === '24' ? 'Hour' : 'Day', values: ['Requests', 'Refused'] }}
            arranged="stacked"
          />
        </>
      )}
      <Text fz="sm" c="dimmed">
        {apiKey.rate_limit === null
          ? 'This key has no limit of its own.'
          : `This key can make ${number.format(apiKey.rate_limit)} requests per hour.`}
      </Text>
    </Stack>
  );
}

export function UsageDialog({ apiKey, close }: { apiKey: ApiKey | null; close: () => void }) {
  return (
    <Modal opened={apiKey !== null} onClose={close} title={apiKey && `Usage of ${apiKey.name}`} size="xl">
      {apiKey !== null && <Usage apiKey={apiKey} />}
    </Modal>
  );
}
