import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { setupQuery } from './queries.ts';
import { TextLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { AccountLayout } from './AccountLayout.tsx';
import { LoginForm } from './LoginForm.tsx';
import { useSessionStart } from './use-session-start.ts';
import classes from './Account.module.css';

const route = getRouteApi('/login');

/** The results of a sign-in with single sign-on, from which the server returns here. */
const OUTCOMES: Record<string, string> = {
  CONFIRMATION_SENT: 'We sent you an e-mail. Open its link in this browser to confirm that it was you.',
  SSO_REFUSED:
    'The single sign-on was not accepted. Try again. If it fails again, contact an administrator of your organization, who can see the reason.',
  SSO_NOT_ALLOWED:
    'Your identity provider confirmed your identity, but you do not have access yet. Ask an administrator of your organization for access.',
  SSO_NOT_FOUND: 'This organization does not use single sign-on. Use your password or a passkey.',
  PLAN_REQUIRED:
    'The plan of this organization does not include single sign-on, or has no free seats. Use your password or a passkey, or ask the owner.',
};

function CompanyOutcome() {
  const code = useLocation({ select: ({ hash }) => new URLSearchParams(hash).get('sso') });
  if (code === null) return null;
  const good = code === 'CONFIRMATION_SENT';
  return (
    <Alert variant="light" color={good ? 'ink' : 'red'} role={good ? 'status' : 'alert'} mb="md">
      {OUTCOMES[code] ?? 'Single sign-on is not available right now. Try again in a moment.'}
    </Alert>
  );
}

export function LoginPage() {
  usePageTitle('Sign in');
  const setup = useQuery(setupQuery);
  const { next } = route.useSearch();
  const start = useSessionStart();
  if (setup.data?.needed === true) {
    return (
      <AccountLayout title="Not set up yet" lead="This installation does not have an owner yet.">
        <Alert variant="light" title="Use the setup link">
          The server printed the link when it started. It begins with this address and contains /setup#… Open it to
          choose your organization, e-mail address and password. If you lost it, restart the server to get a new one.
        </Alert>
      </AccountLayout>
    );
  }
  return (
    <AccountLayout title="Sign in" lead={next === undefined ? 'Welcome back.' : 'Sign in to continue.'}>
      <CompanyOutcome />
      <LoginForm onSession={(session) => start(session, next)} {...(next === undefined ? {} : { next })} />
      <Text className={classes['foot']}>
        {setup.data?.registration === 'open' ? (
          <>
            New here? <TextLink to="/register">Create an account</TextLink>
          </>
        ) : (
          'No account yet? Ask an administrator of your organization to invite you.'
        )}
      </Text>
    </AccountLayout>
  );
}
