import { useEffect, useState } from 'react';
import { exactTime, relativeTime } from './time.ts';

/** Shows a readable time. The exact time appears on hover and in the markup. */
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
