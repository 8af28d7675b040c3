import { IconHourglassHigh, IconPlugConnectedX, IconWifiOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { connection } from '@countersign/ui-kit/connection';
import { m } from './texts.ts';
import { phrase } from '../../ui/phrase.ts';
import classes from './ConnectionBanner.module.css';

const ICONS = { busy: IconHourglassHigh, offline: IconWifiOff, unreachable: IconPlugConnectedX } as const;
const WORDS = {
  busy: { title: m.connectionBanner.serverBusy, todo: m.connectionBanner.missingDataLoadsAutomatically },
  offline: { title: m.connectionBanner.noConnection, todo: m.connectionBanner.pageContinuesWhenBackOnline },
  unreachable: {
    title: m.connectionBanner.serverCannotBeReached,
    todo: m.connectionBanner.pageContinuesWhenServerAnswers,
  },
} as const;

/** Shown once for all pages while the connection is interrupted. */
export function ConnectionBanner() {
  const state = useSyncExternalStore(connection.watch, connection.read);
  const Icon = state === 'there' ? undefined : ICONS[state];
  return (
    <div role="status" className={classes['place']}>
      {Icon !== undefined && state !== 'there' && (
        <p className={classes['banner']}>
          <Icon size={18} aria-hidden />
          <span>{phrase(m.connectionBanner.inputKept(<b>{WORDS[state].title}</b>, WORDS[state].todo))}</span>
        </p>
      )}
    </div>
  );
}
