import type { AnswerOf } from '@countersign/client';
import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { explain } from '../api/errors.ts';
import { Time } from './Time.tsx';
import { m } from './part-texts.ts';
import { common } from './common.ts';
import { phrase } from './phrase.ts';
import classes from './Rows.module.css';

export type SessionEntry = AnswerOf<'listSessions'>['sessions'][number];

const METHODS: Record<SessionEntry['method'], string> = {
  password: m.sessionList.withPassword,
  passkey: m.sessionList.withPasskey,
  saml: m.sessionList.throughSingleSignOn,
  oidc: m.sessionList.throughSingleSignOn,
};

function SessionRow({ session, end, ending }: { session: SessionEntry; end: () => void; ending: boolean }) {
  const Icon = /android|iphone|ipad|mobile/i.test(session.device) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li>
      <span className={classes['rowIcon']} aria-hidden="true">
        <Icon size={20} stroke={1.6} />
      </span>
      <div className={classes['rowWords']}>
        <Group gap={8}>
          <Text fw={580}>{session.device === '' ? m.sessionList.unknownBrowser : session.device}</Text>
          {session.current && (
            <Badge variant="light" radius="sm" tt="none" fw={540}>
              {m.sessionList.thisBrowser}
            </Badge>
          )}
        </Group>
        <Text fz="xs" c="dimmed" className={classes['value']}>
          {session.organization} · {session.address} · {METHODS[session.method]}
        </Text>
        <Text fz="xs" c="dimmed">
          {phrase(m.sessionList.lastUsedSince(<Time iso={session.last_used_at} />, <Time iso={session.created_at} />))}
        </Text>
      </div>
      {!session.current && (
        <Button
          size="xs"
          variant="default"
          loading={ending}
          onClick={end}
          aria-label={m.sessionList.signOutAriaLabel(session.device, session.address)}
        >
          {m.sessionList.signOut}
        </Button>
      )}
    </li>
  );
}

type ListProps = {
  /** The sessions, or undefined while loading. */
  sessions: readonly SessionEntry[] | undefined;
  error: unknown;
  /** The session that is being ended. */
  ending: string | null;
  end: (id: string) => void;
  /** Shown if there are no sessions. */
  empty: string;
};

/** Lists the sessions of a person or a member, with states for loading, failure and an empty list. */
export function SessionList({ sessions, error, ending, end, empty }: ListProps) {
  if (sessions === undefined && error !== null) return <Text role="alert">{explain(error).detail}</Text>;
  if (sessions === undefined) {
    return (
      <Stack role="status" aria-label={common.loading}>
        <Skeleton height={16} width="60%" />
        <Skeleton height={16} width="45%" />
      </Stack>
    );
  }
  if (sessions.length === 0) return <Text>{empty}</Text>;
  return (
    <ul className={classes['rows']}>
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} ending={ending === session.id} end={() => end(session.id)} />
      ))}
    </ul>
  );
}
