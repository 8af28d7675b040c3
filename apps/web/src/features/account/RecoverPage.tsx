/** Where security notices lead: what the account did lately, and its recovery once the owner confirms it. */
import { Alert, Button, Loader, Radio, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AnswerOf, call } from '../../api/client.ts';
import { faultsByField, isCode } from '../../api/errors.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { exactTime } from '../../ui/time.ts';
import { AccountLayout } from './AccountLayout.tsx';
import { FormError, NewPassword } from './Fields.tsx';
import { DeadLink, useLinkToken } from './mail-link.tsx';
import { judgePassword, PASSWORD_MIN } from './password.ts';

type Review = AnswerOf<'reviewAccount'>;
type Entry = Review['changes'][number];

const NONE = 'none';

const whereOf = ({ device, address }: Entry): string =>
  [device, address].filter((part) => part !== '').join(', ') || 'Unknown device';

function Changes({ changes }: { changes: readonly Entry[] }) {
  if (changes.length === 0) return <Text c="dimmed">Nothing was changed in the last 90 days.</Text>;
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {changes.map((entry) => (
        <li key={entry.id}>
          <Text>{entry.summary}</Text>
          <Text c="dimmed" size="sm">
            {exactTime(entry.at)} · {whereOf(entry)} · {entry.organization}
          </Text>
        </li>
      ))}
    </Stack>
  );
}

function RecoverForm({ token, review }: { token: string; review: Review }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { signIn: '', password: '' },
    validate: {
      signIn: (value) => (value === '' ? 'Choose a sign-in, or say that none was yours.' : null),
      password: (value) => (judgePassword(value).enough ? null : `Use at least ${PASSWORD_MIN} characters.`),
    },
  });
  const recover = useMutation({
    mutationFn: ({ signIn, password }: typeof form.values) =>
      call('recoverAccount', { body: { token, password, confirmedSignInId: signIn === NONE ? null : signIn } }),
    // Every session has ended, the one of this browser too.
    onSuccess: () => queryClient.clear(),
    onError: (error) => form.setErrors(faultsByField(error, ['password'])),
  });
  if (isCode(recover.error, 'MAIL_LINK_INVALID')) return <UsedLink />;
  if (recover.isSuccess)
    return (
      <AccountLayout title="Your account is yours again">
        <Stack gap="md">
          <Text>
            All sessions have ended, and so has everything that was added since. Sign in with your new password, then
            check your passkeys, API keys and members under Settings.
          </Text>
          <ButtonLink to="/login" search={{}} fullWidth>
            Sign in
          </ButtonLink>
        </Stack>
      </AccountLayout>
    );
  return (
    <AccountLayout title="Review your account" lead={`This is what ${review.email} did in the last 90 days.`}>
      <form onSubmit={form.onSubmit((values) => recover.mutate(values))} noValidate>
        <Stack gap="md">
          <FormError error={recover.error} atFields />
          <Text>If everything here was you, close this page. Nothing has been changed.</Text>
          <Text fw={600}>Changes</Text>
          <Changes changes={review.changes} />
          <Radio.Group label="Which was the last sign-in that was yours?" {...form.getInputProps('signIn')}>
            <Stack gap="xs" mt="xs">
              {review.sign_ins.map((entry) => (
                <Radio key={entry.id} value={entry.id} label={`${exactTime(entry.at)} · ${whereOf(entry)}`} />
              ))}
              <Radio value={NONE} label="None of these" />
            </Stack>
          </Radio.Group>
          <NewPassword label="New password" {...form.getInputProps('password')} value={form.values.password} />
          <Alert variant="light">
            All sessions end. Second factors, API keys, webhooks and invitations that were added since that sign-in are
            removed, and members who joined through them are deactivated. Older second factors stay.
          </Alert>
          <Button type="submit" color="red" loading={recover.isPending} fullWidth>
            Recover my account
          </Button>
        </Stack>
      </form>
    </AccountLayout>
  );
}

function UsedLink() {
  return (
    <DeadLink text="This link works once, and for seven days at most. Have a link for a new password sent to review your account.">
      <ButtonLink to="/forgot" fullWidth>
        Send me a link
      </ButtonLink>
    </DeadLink>
  );
}

export function RecoverPage() {
  usePageTitle('Review your account');
  const token = useLinkToken();
  const review = useQuery({
    queryKey: ['recovery', token],
    queryFn: ({ signal }) => call('reviewAccount', { body: { token } }, signal),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (token === '' || isCode(review.error, 'MAIL_LINK_INVALID')) return <UsedLink />;
  if (review.data) return <RecoverForm token={token} review={review.data} />;
  return (
    <AccountLayout title="Review your account">
      {review.error ? <FormError error={review.error} /> : <Loader size="sm" aria-label="Loading" />}
    </AccountLayout>
  );
}
