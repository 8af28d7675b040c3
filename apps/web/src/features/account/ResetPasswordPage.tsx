import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { AccountLayout } from './AccountLayout.tsx';
import { LinkPasswordForm } from './LinkPasswordForm.tsx';
import { DeadLink, useLinkToken } from './mail-link.tsx';
import { m } from './texts.ts';
import { phrase } from '../../ui/phrase.ts';

function UsedLink() {
  return (
    <DeadLink text={m.resetPasswordPage.passwordResetLinkWorksOnce}>
      <ButtonLink to="/forgot" fullWidth>
        {m.resetPasswordPage.sendMeAnotherLink}
      </ButtonLink>
    </DeadLink>
  );
}

function Changed() {
  return (
    <AccountLayout title={m.resetPasswordPage.passwordChanged} lead={m.resetPasswordPage.allBrowsersSignedIn}>
      <ButtonLink to="/login" search={{}} fullWidth>
        {m.resetPasswordPage.signInWithNewPassword}
      </ButtonLink>
    </AccountLayout>
  );
}

export function ResetPasswordPage() {
  usePageTitle(m.resetPasswordPage.chooseNewPassword);
  const token = useLinkToken();
  if (token === '') return <UsedLink />;
  return (
    <LinkPasswordForm
      title={m.resetPasswordPage.chooseNewPassword}
      submit={m.resetPasswordPage.changePassword}
      autoFocus
      after={
        <Text c="dimmed">
          {phrase(
            m.resetPasswordPage.willBeSignedOut((text) => (
              <Link to="/recover" hash={token}>
                {text}
              </Link>
            )),
          )}
        </Text>
      }
      send={(password) => call(api.resetPassword, { body: { token, password } })}
      done={<Changed />}
      usedLink={<UsedLink />}
    />
  );
}
