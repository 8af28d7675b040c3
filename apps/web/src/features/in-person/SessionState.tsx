import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { InPersonSession } from './queries.ts';
import { Pill } from '../../ui/StatusPill.tsx';

const WORDS = {
  open: { label: 'Not opened yet', tone: 'wait' },
  verified: { label: 'Signing', tone: 'wait' },
  locked: { label: 'Locked by wrong codes', tone: 'no' },
  signed: { label: 'Signed', tone: 'done' },
  ended: { label: 'Ended', tone: 'quiet' },
  expired: { label: 'Expired', tone: 'quiet' },
} as const;

/** The session is still active. */
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
      {minutes === 1 ? '1 minute left' : `${minutes} minutes left`}
    </Text>
  );
}
