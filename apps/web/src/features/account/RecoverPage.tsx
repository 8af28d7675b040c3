/**
 * The target of links in security notices. Shows recent account activity, and recovers the account once the owner
 * confirms the recovery.
 */
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
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';

type Review = AnswerOf<'reviewAccount'>;
type Entry = Review['changes'][number];

const NONE = 'none';

const whereOf = ({ device, address }: Entry): string =>
  [device, address].filter((part) => part !== '').join(', ') || m.recoverPage.unknownDevice;

type ChangesProps = {
  changes: readonly Entry[];
  /** Changes that were made after this time are always reverted by the recovery. */
  since: string | undefined;
  chosen: ReadonlySet<string>;
  choose: (id: string, isChosen: boolean) => void;
};

function Changes({ changes, since, chosen, choose }: ChangesProps) {
  if (changes.length === 0) return <Text c="dimmed">{m.recoverPage.nothingChangedInLastNinety}</Text>;
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
              label={m.recoverPage.notMe}
              aria-label={m.recoverPage.removeToo(entry.summary, exactTime(entry.at))}
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
      title={m.recoverPage.reviewAccount}
      lead={m.recoverPage.activityOfInLastNinety(review.email)}
      submit={m.recoverPage.recoverMyAccount}
      danger
      isComplete={() => {
        setMissing(signIn === '');
        return signIn !== '';
      }}
      before={
        <>
          <Text>{m.recoverPage.ifEverythingClosePage}</Text>
          <Radio.Group
            label={m.recoverPage.whichLastSignInYours}
            value={signIn}
            onChange={(value) => {
              setSignIn(value);
              setMissing(false);
            }}
            error={isMissing ? m.recoverPage.chooseSignInOrChoose : undefined}
          >
            <Stack gap="xs" mt="xs">
              {review.sign_ins.map((entry) => (
                <Radio key={entry.id} value={entry.id} label={`${exactTime(entry.at)} · ${whereOf(entry)}`} />
              ))}
              <Radio value={NONE} label={m.recoverPage.none} />
            </Stack>
          </Radio.Group>
          <Text fw={600}>{m.recoverPage.changes}</Text>
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
      after={<Alert variant="light">{m.recoverPage.allSessionsEnd}</Alert>}
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
    <AccountLayout title={m.recoverPage.accountYoursAgain}>
      <Stack gap="md">
        <Text>{m.recoverPage.allSessionsHaveEnded}</Text>
        <ButtonLink to="/login" search={{}} fullWidth>
          {m.recoverPage.signIn}
        </ButtonLink>
      </Stack>
    </AccountLayout>
  );
}

function UsedLink() {
  return (
    <DeadLink text={m.recoverPage.linkWorksOnceWithinSeven}>
      <ButtonLink to="/forgot" fullWidth>
        {m.recoverPage.sendMeLink}
      </ButtonLink>
    </DeadLink>
  );
}

export function RecoverPage() {
  usePageTitle(m.recoverPage.reviewAccount);
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
    <AccountLayout title={m.recoverPage.reviewAccount}>
      {review.error ? <FormError error={review.error} /> : <Loader size="sm" aria-label={common.loading} />}
    </AccountLayout>
  );
}
