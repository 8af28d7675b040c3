import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { IconShieldCheck } from '@tabler/icons-react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import { sessionQuery, twoFactorQuery } from '../../api/queries.ts';
import { GivenUp, withProof } from '../../api/step-up.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Panel } from '../../ui/Panel.tsx';
import { m } from './texts.ts';
import { phrase } from '../../ui/phrase.ts';
import classes from './Account.module.css';

/**
 * For recipients who must sign with their own account: verifies the account's second factor and returns to the
 * document.
 */
export function SignWithAccountPage() {
  usePageTitle(m.signWithAccountPage.signWithAccount);
  const { id } = useParams({ from: '/frame/sign-with-account/$id' });
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { data: factors } = useSuspenseQuery(twoFactorQuery);
  const open = useMutation({
    mutationFn: () => withProof(() => call(api.openOwnSigningSession, { params: { id } }), 'SIGNER_STEP_REQUIRED'),
    // The signing page removes the bearer token from the address bar, as it does with every link.
    onSuccess: ({ bearer }) => window.location.replace(`/sign#${bearer}`),
  });
  const hasFactor = factors.enabled || factors.passkeys > 0;
  const fault = open.error instanceof GivenUp ? null : open.error;
  return (
    <Panel label={m.signWithAccountPage.signWithAccount} className={classes['narrow']}>
      <Stack gap="md">
        <Title order={1} fz="xl">
          {m.signWithAccountPage.confirm}
        </Title>
        <Text>{phrase(m.signWithAccountPage.askedToSignWithOwn(<strong>{session.user.email}</strong>))}</Text>
        {fault !== null && (
          <Alert color="red" variant="light" role="alert">
            {explain(fault).detail}
          </Alert>
        )}
        {hasFactor ? (
          <Group>
            <Button leftSection={<IconShieldCheck size={16} />} loading={open.isPending} onClick={() => open.mutate()}>
              {m.signWithAccountPage.openDocument}
            </Button>
          </Group>
        ) : (
          <>
            <Text>{m.signWithAccountPage.accountHasNoSecondFactor}</Text>
            <Group>
              <ButtonLink to="/settings/security" leftSection={<IconShieldCheck size={16} />}>
                {m.signWithAccountPage.setUpSecondFactor}
              </ButtonLink>
            </Group>
          </>
        )}
      </Stack>
    </Panel>
  );
}
