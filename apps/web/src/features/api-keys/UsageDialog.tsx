/** Shows how often a key was used and how often its requests were refused. */
import { Modal, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiKey, keyUsageQuery } from './queries.ts';
import { type Bar, BarChart } from '../../ui/BarChart.tsx';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { dayOf, exactTime } from '../../ui/time.ts';
import { numberText } from '../../ui/numbers.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import { phrase } from '../../ui/phrase.ts';

const SPANS = [
  { value: '24', label: m.usageDialog.twentyfourHours },
  { value: '168', label: m.usageDialog.sevenDays },
  { value: '720', label: m.usageDialog.thirtyDays },
];

type Hour = { hour: string; requests: number; refused: number };

/** Returns one bar per hour for a single day, or one bar per day for longer periods. */
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
      <SegmentedControl data={SPANS} value={span} onChange={setSpan} aria-label={m.usageDialog.showLast} />
      {data === undefined && <Skeleton height={180} role="status" aria-label={m.usageDialog.loadingUsage} />}
      {data?.requests === 0 && data.refused === 0 && <Text c="dimmed">{m.usageDialog.noRequestsWithKey}</Text>}
      {data !== undefined && data.requests + data.refused > 0 && (
        <>
          <Text>
            {phrase(m.usageDialog.requests(data.requests, <b>{numberText(data.requests)}</b>))}
            {data.refused > 0 && m.usageDialog.andRejectedAboveLimit(numberText(data.refused))}
          </Text>
          <BarChart
            title={m.usageDialog.requestsWith(apiKey.name)}
            bars={barsOf(data.hours)}
            names={{
              label: span === '24' ? m.usageDialog.hour : m.usageDialog.day,
              values: [labels.requests, labels.refused],
            }}
            arranged="stacked"
          />
        </>
      )}
      <Text fz="sm" c="dimmed">
        {apiKey.rate_limit === null
          ? m.usageDialog.keyHasNoLimit
          : m.usageDialog.keyCanMakeRequestsPer(numberText(apiKey.rate_limit))}
      </Text>
    </Stack>
  );
}

export function UsageDialog({ apiKey, close }: { apiKey: ApiKey | null; close: () => void }) {
  return (
    <Modal opened={apiKey !== null} onClose={close} title={apiKey && m.usageDialog.usageOf(apiKey.name)} size="xl">
      {apiKey !== null && <Usage apiKey={apiKey} />}
    </Modal>
  );
}
