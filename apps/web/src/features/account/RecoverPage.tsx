/** The target of security notices: recent account activity, and the recovery once the owner confirms it. */
import { Alert, Checkbox, Loader, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AnswerOf, isCode } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { exactTime } from '../../ui/time.ts';
import { AccountLayout } from './AccountLayout.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { LinkPasswordForm } from './LinkPasswordForm.tsx';
import { DeadLink, useLinkToken } from './mail-link.tsx';

type Review = AnswerOf<'reviewAccount'>;
type Entry = Review['changes'][number];

const NONE = 'none';

const whereOf = ({ device, address }: Entry): string =>
  [device, address].filter((part) => part !== '').join(', ') || 'Unknown device';

type ChangesProps = {
  changes: readonly Entry[];
  /** Changes since then are reverted anyway. */
  since: string | undefined;
  chosen: ReadonlySet<string>;
  choose: (id: string, isChosen: boolean) => void;
};

function Changes({ changes, since, chosen, choose }: ChangesProps) {
  if (changes.length === 0) return <Text c="dimmed">Nothing changed in the last 90 days.</Text>;
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {changes.map((entry) => (
        <li key={entry.id}>
          <Text>{entry.summary}</Text>
          <Text c="dimmed" size="sm">
            {exactTime(entry.at)} · {whereOf(entry)} · {entry.organization}
          </Text>
          {since !== undefined && entry.at < since && entry.can_be_ended && (
            <Checkbox
              mt={4}
              label="This was not me. Remove it too"
              aria-label={`Remove too: ${entry.summary}, ${exactTime(entry.at)}`}
              checked={chosen.has(entry.id)}
              onChange={(event) => choose(entry.id, event.currentTarget.checked)}
            />
          )}
        </li>
      ))}
    </Stack>
  );
}

function RecoverForm({ token, review }: { token: string; review: Review }) {
  const [signIn, setSignIn] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const since = review.sign_ins.find(({ id }) => id === signIn)?.at;
  const older = review.changes.filter(({ id, at }) => chosen.has(id) && since !== undefined && at < since);
  return (
    <LinkPasswordForm
      title="Review your account"
      lead={`Activity of ${review.email} in the last 90 days.`}
      submit="Recover my account"
      danger
      isComplete={() => {
        setMissing(signIn === '');
        return signIn !== '';
      }}
      before={
        <>
          <Text>If everything here was you, close this page. Nothing has been changed.</Text>
          <Radio.Group
            label="Which is the last sign-in that was yours?"
            value={signIn}
            onChange={(value) => {
              setSignIn(value);
              setMissing(false);
            }}
            error={isMissing ? 'Choose a sign-in, or choose that none was yours.' : undefined}
          >
            <Stack gap="xs" mt="xs">
              {review.sign_ins.map((entry) => (
                <Radio key={entry.id} value={entry.id} label={`${exactTime(entry.at)} · ${whereOf(entry)}`} />
              ))}
              <Radio value={NONE} label="None of these" />
            </Stack>
          </Radio.Group>
          <Text fw={600}>Changes</Text>
          <Changes
            changes={review.changes}
            since={since}
            chosen={chosen}
            choose={(id, isChosen) =>
              setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)))
            }
          />
        </>
      }
      after={
        <Alert variant="light">
          All sessions end. Second factors and API keys that were added since that sign-in are suspended: you can
          restore or remove them under Settings. Webhooks, invitations and single sign-on added since then are removed,
          and members who joined through the account are deactivated. Older second factors stay.
        </Alert>
      }
      send={(password) =>
        call(api.recoverAccount, {
          body: {
            token,
            password,
            confirmedSignInId: signIn === NONE ? null : signIn,
            alsoEnd: older.map(({ id }) => id),
          },
        })
      }
      done={<Recovered />}
      usedLink={<UsedLink />}
    />
  );
}

function Recovered() {
  return (
    <AccountLayout title="Your account is yours again">
      <Stack gap="md">
        <Text>
          All sessions have ended. Second factors and API keys that were added since the sign-in you confirmed are
          suspended. Sign in with your new password, and restore or remove them under Settings, Security.
        </Text>
        <ButtonLink to="/login" search={{}} fullWidth>
          Sign in
        </ButtonLink>
      </Stack>
    </AccountLayout>
  );
}

function UsedLink() {
  return (
    <DeadLink text="This link works once, within seven days. To review your account, request a password reset link.">
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
    queryFn: ({ signal }) => call(api.reviewAccount, { body: { token } }, signal),
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
