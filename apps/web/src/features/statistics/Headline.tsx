import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Section } from '../../ui/Section.tsx';
import { type Analytics, statisticsQuery } from './queries.ts';
import { m } from './texts.ts';
import { rangeBefore, trendOf } from './trend.ts';

type Props = { figures: Analytics; of: 'organization' | 'me' };

/** Shows the most important figure of the period, and how it has changed since the previous period. */
export function Headline({ figures, of }: Props) {
  const { data: before } = useQuery({
    ...statisticsQuery(of, rangeBefore(figures)),
    enabled: figures.complete,
    refetchInterval: false,
  });
  return (
    <Section title={m.headline.title}>
      <Text component="p" fz={24} fw={620} m={0}>
        {m.headline.sent(figures.totals.sent)}
      </Text>
      <Text mt={4}>{trendOf(figures.totals, before?.totals).join(' ')}</Text>
    </Section>
  );
}
