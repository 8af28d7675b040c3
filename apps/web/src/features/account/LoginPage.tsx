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

/** What became of a login through a company; the server leads back here with it. */
const OUTCOMES: Record<string, string> = {
  CONFIRMATION_SENT:
    'One more step: we sent a mail to your address. Open its link in this browser to confirm that it was you.',
  SSO_REFUSED:
    'The login through your company was not accepted. Try again; if it happens once more, tell an administrator of your organization, who can see the reason.',
  SSO_NOT_ALLOWED:
    'Your company confirmed who you are, but you are not let in here yet. Ask an administrator of your organization to let you in.',
  SSO_NOT_FOUND: 'This organization has no company login. Use your password or a passkey.',
  PLAN_REQUIRED:
    'The plan of this organization does not include this sign-in, or has no seat left. Use your password or a passkey, or ask its owner.',
};

function CompanyOutcome() {
  const code = useLocation({ select: ({ hash }) => new URLSearchParams(hash).get('sso') });
  if (code === null) return null;
  const good = code === 'CONFIRMATION_SENT';
  return (
    <Alert variant="light" color={good ? 'ink' : 'red'} role={good ? 'status' : 'alert'} mb="md">
      {OUTCOMES[code] ?? 'The login through your company was not possible just now. Try again in a moment.'}
    </Alert>
  );
}

export function LoginPage() {
  usePageTitle('Log in');
  const setup = useQuery(setupQuery);
  const { next } = route.useSearch();
  const start = useSessionStart();
  if (setup.data?.needed === true) {
    return (
      <AccountLayout title="Not set up yet" lead="This installation still waits for its first owner.">
        <Alert variant="light" title="Use the setup link">
          The server printed it when it started; it begins with this address and ends in /setup#… Open it, and you
          choose your organization, e-mail and password there. Lost it? Restart the server: it prints a new one.
        </Alert>
      </AccountLayout>
    );
  }
  return (
    <AccountLayout title="Log in" lead={next === undefined ? 'Welcome back.' : 'Log in to go on where you were.'}>
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
