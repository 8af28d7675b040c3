import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import { type SessionEntry, sessionsQuery } from '../../api/queries.ts';
import { Time } from '../../ui/Time.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { Section } from './Section.tsx';
import classes from './Settings.module.css';

const METHODS: Record<SessionEntry['method'], string> = {
  password: 'with password',
  passkey: 'with a passkey',
  saml: 'through single sign-on',
  oidc: 'through single sign-on',
};

export function SessionRow({ session, end, ending }: { session: SessionEntry; end: () => void; ending: boolean }) {
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
          aria-label={`Log out ${session.device}, ${session.address}`}
        >
          Log out
        </Button>
      )}
    </li>
  );
}

export function SessionsSection() {
  const queryClient = useQueryClient();
  const { data: sessions, error } = useQuery(sessionsQuery);
  const refresh = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  const end = useMutation({
    mutationFn: (sessionId: string) => call('revokeSession', { params: { sessionId } }),
    onSuccess: () => toastDone('Logged out there'),
    onError: toastError,
    onSettled: refresh,
  });
  const endOthers = useMutation({
    mutationFn: () => call('revokeOtherSessions', {}),
    onSuccess: ({ ended }) =>
      toastDone(ended === 1 ? 'One other browser logged out' : `${ended} other browsers logged out`),
    onError: toastError,
    onSettled: refresh,
  });
  return (
    <Section
      title="Where you are logged in"
      text="Do not know one of these? Log it out and change your password."
      action={
        sessions !== undefined &&
        sessions.length > 1 && (
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Log out all others
          </Button>
        )
      }
    >
      {error !== null && sessions === undefined && <Text role="alert">{explain(error).detail}</Text>}
      {error === null && sessions === undefined && (
        <Stack role="status" aria-label="Loading">
          <Skeleton height={16} width="60%" />
          <Skeleton height={16} width="45%" />
        </Stack>
      )}
      {sessions !== undefined && (
        <ul className={classes['rows']}>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              ending={end.isPending && end.variables === session.id}
              end={() => end.mutate(session.id)}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}
