import { Button, CopyButton, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { inPersonQuery } from './queries.ts';
import { TextLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { EndButton } from './EndButton.tsx';
import classes from './InPerson.module.css';
import type { Started } from './InPersonPage.tsx';
import { isLive, SessionPill, TimeLeft } from './SessionState.tsx';

/** The link for the device, and how to open it there. The link is a credential, and is hidden when the session ends. */
export function HandedOver({ started, done }: { started: Started; done: () => void }) {
  const { data: sessions } = useQuery(inPersonQuery(started.documentId));
  const session = sessions?.find(({ id }) => id === started.session.id) ?? started.session;
  const live = isLive(session.status);
  return (
    <Panel label="Handed over">
      <div className={classes['handed']}>
        {live && (
          <img
            className={classes['code']}
            src={started.qrCode}
            alt="The link as a QR code, for the camera of the device"
            width={208}
            height={208}
          />
        )}
        <Stack gap="sm" className={classes['words'] ?? ''}>
          <Title order={2} fz="lg">
            {session.signer.name}
          </Title>
          <Text c="dimmed">
            <TextLink to="/documents/$id" params={{ id: session.document.id }}>
              {session.document.title}
            </TextLink>
          </Text>
          <Group gap="sm" aria-live="polite">
            <SessionPill session={session} />
            {live && <TimeLeft until={session.expires_at} />}
          </Group>
          {live ? (
            <>
              <Text>
                Open this on the device with its camera, or use the link.
                {session.access_code_required && ' Then give the signer the access code.'}
              </Text>
              <Text fz="sm" c="dimmed">
                Use a device on which you are not signed in here.
              </Text>
              <Group gap="sm">
                <CopyButton value={started.url}>
                  {({ copied, copy }) => (
                    <Button
                      variant="default"
                      onClick={copy}
                      leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                    >
                      {copied ? 'Copied' : 'Copy the link'}
                    </Button>
                  )}
                </CopyButton>
                <EndButton session={session} />
              </Group>
            </>
          ) : (
            <Group>
              <Button onClick={done}>Next signer</Button>
            </Group>
          )}
        </Stack>
      </div>
    </Panel>
  );
}
