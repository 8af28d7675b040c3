import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { InPersonSession } from './queries.ts';
import { Pill } from '../../ui/StatusPill.tsx';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';

const WORDS = {
  open: { label: m.sessionState.notOpenedYet, tone: 'wait' },
  verified: { label: m.sessionState.signing, tone: 'wait' },
  locked: { label: m.sessionState.lockedByWrongCodes, tone: 'no' },
  signed: { label: common.signed, tone: 'done' },
  ended: { label: m.sessionState.ended, tone: 'quiet' },
  expired: { label: common.expired, tone: 'quiet' },
} as const;

export const isLive = (status: InPersonSession['status']): boolean => status === 'open' || status === 'verified';

export const SessionPill = ({ session }: { session: InPersonSession }) => <Pill {...WORDS[session.status]} />;

const minutesLeft = (until: string): number => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 60_000));

export function TimeLeft({ until }: { until: string }) {
  const [minutes, setMinutes] = useState(() => minutesLeft(until));
  useEffect(() => {
    const timer = setInterval(() => setMinutes(minutesLeft(until)), 5000);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <Text fz="sm" c="dimmed" className="tabular">
      {m.sessionState.minutesLeft(minutes)}
    </Text>
  );
}
