import { useEffect, useState } from 'react';
import { exactTime, relativeTime } from './time.ts';

/** A time that people can read, exact on hover and for machines. */
export function Time({ iso }: { iso: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={iso} title={exactTime(iso)}>
      {relativeTime(iso, now)}
    </time>
  );
}
