import { IconPlugConnectedX, IconWifiOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { connection } from '../../api/connection.ts';
import classes from './ConnectionBanner.module.css';

const WORDS = {
  offline: { title: 'No connection.', todo: 'The page goes on by itself when you are back online.' },
  unreachable: { title: 'The server cannot be reached.', todo: 'The page goes on by itself when it answers.' },
} as const;

/** Said once for all pages, and only while it is so. */
export function ConnectionBanner() {
  const state = useSyncExternalStore(connection.watch, connection.read);
  return (
    <div role="status" className={classes['place']}>
      {state !== 'there' && (
        <p className={classes['banner']}>
          {state === 'offline' ? <IconWifiOff size={18} aria-hidden /> : <IconPlugConnectedX size={18} aria-hidden />}
          <span>
            <b>{WORDS[state].title}</b> What you entered is kept. {WORDS[state].todo}
          </span>
        </p>
      )}
    </div>
  );
}
