import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { AccountLayout } from './AccountLayout.tsx';
import { LinkPasswordForm } from './LinkPasswordForm.tsx';
import { DeadLink, useLinkToken } from './mail-link.tsx';

function UsedLink() {
  return (
    <DeadLink text="A link to choose a new password works once and for 15 minutes. Have another one sent; your password has not been changed.">
      <ButtonLink to="/forgot" fullWidth>
        Send me another link
      </ButtonLink>
    </DeadLink>
  );
}

function Changed() {
  return (
    <AccountLayout title="Your password is changed" lead="Everybody who was logged in to your account is logged out.">
      <ButtonLink to="/login" search={{}} fullWidth>
        Log in with the new one
      </ButtonLink>
    </AccountLayout>
  );
}

export function ResetPasswordPage() {
  usePageTitle('Choose a new password');
  const token = useLinkToken();
  if (token === '') return <UsedLink />;
  return (
    <LinkPasswordForm
      title="Choose a new password"
      submit="Change password"
      autoFocus
      after={
        <Text c="dimmed">
          You will be signed out in all browsers. If someone else had access to your account,{' '}
          <Link to="/recover" hash={token}>
            review it first
          </Link>
          .
        </Text>
      }
      send={(password) => call(api.resetPassword, { body: { token, password } })}
      done={<Changed />}
      usedLink={<UsedLink />}
    />
  );
}
