import { Button, Loader, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type AnswerOf, isCode } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { AccountLayout } from './AccountLayout.tsx';
import { FormError } from '../../ui/FormError.tsx';

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

/** A single sign-on session that would replace another person's session in this browser. The person decides. */
export function SwitchAccountPage() {
  usePageTitle('Switch accounts');
  const pending = useQuery({
    queryKey: ['pending-login'],
    queryFn: async ({ signal }) => (await call(api.getPendingLogin, {}, signal)).pending,
    staleTime: 0,
  });
  const decide = useMutation({
    mutationFn: (accept: boolean) => call(api.decidePendingLogin, { body: { accept } }),
    // All data loaded by this page may belong to another person from now on.
    onSuccess: ({ to }) => window.location.assign(to),
  });
  if (pending.isPending) return <Loader size="sm" aria-label="Loading" />;
  if (!pending.data || isCode(decide.error, 'LOGIN_STEP_EXPIRED')) {
    return (
      <AccountLayout title="Nothing to decide" lead="This sign-in has expired, or you have already decided.">
        <Stack gap="md">
          <FormError error={pending.error} />
          <ButtonLink to="/" fullWidth>
            Go to the start page
          </ButtonLink>
        </Stack>
      </AccountLayout>
    );
  }
  const { current, next } = pending.data;
  return (
    <AccountLayout title="Switch accounts?" lead="You are already signed in to another account in this browser.">
      <Stack gap="md">
        <FormError error={decide.error} />
        {current && <Who label="Signed in now" person={current} />}
        <Who label="New sign-in" person={next} />
        <Text>
          Switch only if you started this sign-in yourself. Whatever you upload or sign afterwards belongs to{' '}
          {next.organization}.
        </Text>
        <Button fullWidth loading={decide.isPending && !decide.variables} onClick={() => decide.mutate(false)}>
          {current ? 'Keep the current account' : 'Do not sign in'}
        </Button>
        <Button
          fullWidth
          variant="default"
          loading={decide.isPending && decide.variables}
          onClick={() => decide.mutate(true)}
        >
          Switch to the new account
        </Button>
      </Stack>
    </AccountLayout>
  );
}

/** The end of a step-up at the provider, in a separate tab. */
export function SignedInAgainPage() {
  usePageTitle('Signed in again');
  return (
    <AccountLayout title="Thank you" lead="You have signed in again.">
      <Text>Close this tab to continue in the other one.</Text>
    </AccountLayout>
  );
}
