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
import classes from './Account.module.css';

/** For recipients who must sign with their own account: checks its second factor and leads back to the document. */
export function SignWithAccountPage() {
  usePageTitle('Sign with your account');
  const { id } = useParams({ from: '/frame/sign-with-account/$id' });
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { data: factors } = useSuspenseQuery(twoFactorQuery);
  const open = useMutation({
    mutationFn: () => withProof(() => call(api.openOwnSigningSession, { params: { id } }), 'SIGNER_STEP_REQUIRED'),
    // The signing page removes the bearer token from the address bar, as for every link.
    onSuccess: ({ bearer }) => window.location.replace(`/sign#${bearer}`),
  });
  const hasFactor = factors.enabled || factors.passkeys > 0;
  const fault = open.error instanceof GivenUp ? null : open.error;
  return (
    <Panel label="Sign with your account" className={classes['narrow']}>
      <Stack gap="md">
        <Title order={1} fz="xl">
          Confirm that it is you
        </Title>
        <Text>
          You were asked to sign with your own account and its second factor. You are signed in as{' '}
          <strong>{session.user.email}</strong>. This must be the address the document was sent to.
        </Text>
        {fault !== null && (
          <Alert color="red" variant="light" role="alert">
            {explain(fault).detail}
          </Alert>
        )}
        {hasFactor ? (
          <Group>
            <Button leftSection={<IconShieldCheck size={16} />} loading={open.isPending} onClick={() => open.mutate()}>
              Open the document
            </Button>
          </Group>
        ) : (
          <>
            <Text>
              Your account has no second factor yet. Set up an authenticator app or a passkey, then come back here.
            </Text>
            <Group>
              <ButtonLink to="/settings/security" leftSection={<IconShieldCheck size={16} />}>
                Set up a second factor
              </ButtonLink>
            </Group>
          </>
        )}
      </Stack>
    </Panel>
  );
}
