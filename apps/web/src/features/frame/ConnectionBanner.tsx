import { IconHourglassHigh, IconPlugConnectedX, IconWifiOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { connection } from '../../api/connection.ts';
import classes from './ConnectionBanner.module.css';

const ICONS = { busy: IconHourglassHigh, offline: IconWifiOff, unreachable: IconPlugConnectedX } as const;
const WORDS = {
  busy: { title: 'The server is busy.', todo: 'Missing data loads automatically.' },
  offline: { title: 'No connection.', todo: 'The page continues when you are back online.' },
  unreachable: { title: 'The server cannot be reached.', todo: 'The page continues when the server answers.' },
} as const;

/** Shown once for all pages, while the connection is interrupted. */
export function ConnectionBanner() {
  const state = useSyncExternalStore(connection.watch, connection.read);
  const Icon = state === 'there' ? undefined : ICONS[state];
  return (
    <div role="status" className={classes['place']}>
      {Icon !== undefined && state !== 'there' && (
        <p className={classes['banner']}>
          <Icon size={18} aria-hidden />
          <span>
            <b>{WORDS[state].title}</b> Your input is kept. {WORDS[state].todo}
          </span>
        </p>
      )}
    </div>
  );
}
