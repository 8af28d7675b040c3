import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { explain } from '../../api/errors.ts';
import type { SessionEntry } from './queries.ts';
import { Time } from '../../ui/Time.tsx';
import classes from './Settings.module.css';

const METHODS: Record<SessionEntry['method'], string> = {
  password: 'with password',
  passkey: 'with a passkey',
  saml: 'through single sign-on',
  oidc: 'through single sign-on',
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
          <Text fw={580}>{session.device === '' ? 'Unknown browser' : session.device}</Text>
          {session.current && (
            <Badge variant="light" radius="sm" tt="none" fw={540}>
              This browser
            </Badge>
          )}
        </Group>
        <Text fz="xs" c="dimmed" className={classes['value']}>
          {session.organization} · {session.address} · {METHODS[session.method]}
        </Text>
        <Text fz="xs" c="dimmed">
          Last used <Time iso={session.last_used_at} />, since <Time iso={session.created_at} />
        </Text>
      </div>
      {!session.current && (
        <Button
          size="xs"
          variant="default"
          loading={ending}
          onClick={end}
          aria-label={`Sign out ${session.device}, ${session.address}`}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

type ListProps = {
  /** Undefined while loading. */
  sessions: readonly SessionEntry[] | undefined;
  error: unknown;
  /** The session being ended. */
  ending: string | null;
  end: (id: string) => void;
  /** Shown if there is none. */
  empty: string;
};

/** Sessions of a person or a member: loading, failed, empty, or one row each. */
export function SessionList({ sessions, error, ending, end, empty }: ListProps) {
  if (sessions === undefined && error !== null) return <Text role="alert">{explain(error).detail}</Text>;
  if (sessions === undefined) {
    return (
      <Stack role="status" aria-label="Loading">
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
