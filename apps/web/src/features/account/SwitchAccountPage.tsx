import { Button, Loader, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type AnswerOf, isCode } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { AccountLayout } from './AccountLayout.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';

type Person = NonNullable<AnswerOf<'getPendingLogin'>['pending']>['next'];

function Who({ label, person }: { label: string; person: Person }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fw={600}>{person.organization}</Text>
      <Text style={{ overflowWrap: 'anywhere' }}>
        <bdi>{person.name}</bdi> ({person.email})
      </Text>
    </div>
  );
}

/** Asks the person to decide if a single sign-on session would replace another person's session in this browser. */
export function SwitchAccountPage() {
  usePageTitle(m.switchAccountPage.switchAccounts);
  const pending = useQuery({
    queryKey: ['pending-login'],
    queryFn: async ({ signal }) => (await call(api.getPendingLogin, {}, signal)).pending,
    staleTime: 0,
  });
  const decide = useMutation({
    mutationFn: (accept: boolean) => call(api.decidePendingLogin, { body: { accept } }),
    // From this point on, all data loaded by this page may belong to another person.
    onSuccess: ({ to }) => window.location.assign(to),
  });
  if (pending.isPending) return <Loader size="sm" aria-label={common.loading} />;
  if (!pending.data || isCode(decide.error, 'LOGIN_STEP_EXPIRED')) {
    return (
      <AccountLayout title={m.switchAccountPage.nothingToDecide} lead={m.switchAccountPage.signInHasExpired}>
        <Stack gap="md">
          <FormError error={pending.error} />
          <ButtonLink to="/" fullWidth>
            {m.switchAccountPage.goToStartPage}
          </ButtonLink>
        </Stack>
      </AccountLayout>
    );
  }
  const { current, next } = pending.data;
  return (
    <AccountLayout title={m.switchAccountPage.switchAccountsTitle} lead={m.switchAccountPage.alreadySignedInToAnother}>
      <Stack gap="md">
        <FormError error={decide.error} />
        {current && <Who label={m.switchAccountPage.signedInNow} person={current} />}
        <Who label={m.switchAccountPage.newSignIn} person={next} />
        <Text>{m.switchAccountPage.switchOnlyIfStartedSign(next.organization)}</Text>
        <Button fullWidth loading={decide.isPending && !decide.variables} onClick={() => decide.mutate(false)}>
          {current ? m.switchAccountPage.keepCurrentAccount : m.switchAccountPage.doNotSignIn}
        </Button>
        <Button
          fullWidth
          variant="default"
          loading={decide.isPending && decide.variables}
          onClick={() => decide.mutate(true)}
        >
          {m.switchAccountPage.switchToNewAccount}
        </Button>
      </Stack>
    </AccountLayout>
  );
}

/** Shown in a separate tab after a person has proved their identity at the identity provider. */
export function SignedInAgainPage() {
  usePageTitle(m.switchAccountPage.signedInAgain);
  return (
    <AccountLayout title={m.switchAccountPage.thankYou} lead={m.switchAccountPage.haveSignedInAgain}>
      <Text>{m.switchAccountPage.closeTabToContinue}</Text>
    </AccountLayout>
  );
}
