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
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

/**
 * Shows the link for the signer's device and how to open it. The link is a credential and is hidden when the session
 * ends.
 */
export function HandedOver({ started, done }: { started: Started; done: () => void }) {
  const { data: sessions } = useQuery(inPersonQuery(started.documentId));
  const session = sessions?.find(({ id }) => id === started.session.id) ?? started.session;
  const live = isLive(session.status);
  return (
    <Panel label={m.handedOver.handedOver}>
      <div className={classes['handed']}>
        {live && (
          <img
            className={classes['code']}
            src={started.qrCode}
            alt={m.handedOver.linkAsQrCode}
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
                {m.handedOver.openOnDeviceWithCamera}
                {session.access_code_required && ` ${m.handedOver.giveSignerAccessCode}`}
              </Text>
              <Text fz="sm" c="dimmed">
                {m.handedOver.useDeviceOnWhich}
              </Text>
              <Group gap="sm">
                <CopyButton value={started.url}>
                  {({ copied, copy }) => (
                    <Button
                      variant="default"
                      onClick={copy}
                      leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                    >
                      {copied ? labels.copied : m.handedOver.copyLink}
                    </Button>
                  )}
                </CopyButton>
                <EndButton session={session} />
              </Group>
            </>
          ) : (
            <Group>
              <Button onClick={done}>{m.handedOver.nextSigner}</Button>
            </Group>
          )}
        </Stack>
      </div>
    </Panel>
  );
}
