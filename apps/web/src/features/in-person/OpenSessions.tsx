import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { inPersonQuery } from './queries.ts';
import { Initials } from '../../ui/Initials.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { EndButton } from './EndButton.tsx';
import classes from './InPerson.module.css';
import { SessionPill, TimeLeft } from './SessionState.tsx';
import { m } from './texts.ts';
import { phrase } from '../../ui/phrase.ts';

/** Lists in-person sessions on other devices, whichever host in the organization started them. */
export function OpenSessions({ except }: { except: string | undefined }) {
  const { data } = useQuery(inPersonQuery());
  const sessions = data?.filter(({ id }) => id !== except) ?? [];
  if (sessions.length === 0) return null;
  return (
    <Panel label={m.openSessions.onOtherDevices}>
      <Title order={2} fz="md" mb="sm">
        {m.openSessions.onOtherDevices}
      </Title>
      <ul className={classes['sessions']}>
        {sessions.map((session) => (
          <li key={session.id}>
            <Initials person={session.signer} size={32} />
            <div className={classes['who']}>
              <Text fw={580} dir="auto" truncate>
                {session.signer.name}
              </Text>
              <Text fz="xs" c="dimmed" truncate>
                {phrase(
                  m.openSessions.handedOverBy(
                    <TextLink to="/documents/$id" params={{ id: session.document.id }}>
                      {session.document.title}
                    </TextLink>,
                    <bdi>{session.host.name}</bdi>,
                  ),
                )}
              </Text>
            </div>
            <div className={classes['state']}>
              <SessionPill session={session} />
              <TimeLeft until={session.expires_at} />
            </div>
            <EndButton session={session} small />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
