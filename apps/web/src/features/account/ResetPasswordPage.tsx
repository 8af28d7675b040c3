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
    <DeadLink text="A password reset link works once, within 15 minutes. Your password has not changed. Request another link.">
      <ButtonLink to="/forgot" fullWidth>
        Send me another link
      </ButtonLink>
    </DeadLink>
  );
}

function Changed() {
  return (
    <AccountLayout
      title="Your password was changed"
      lead="All browsers that were signed in to your account are signed out."
    >
      <ButtonLink to="/login" search={{}} fullWidth>
        Sign in with the new password
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
