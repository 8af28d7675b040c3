import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { setupQuery } from './queries.ts';
import { TextLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { AccountLayout } from './AccountLayout.tsx';
import { LoginForm } from './LoginForm.tsx';
import { useSessionStart } from './use-session-start.ts';
import { m } from './texts.ts';
import { phrase } from '../../ui/phrase.ts';
import classes from './Account.module.css';

const route = getRouteApi('/login');

/** The outcomes of single sign-on. The server redirects to this page with one of these codes. */
const OUTCOMES: Record<string, string> = {
  CONFIRMATION_SENT: m.loginPage.weSentEMail,
  SSO_REFUSED: m.loginPage.singleSignOnNotAccepted,
  SSO_NOT_ALLOWED: m.loginPage.identityProviderConfirmedIdentity,
  SSO_NOT_FOUND: m.loginPage.organizationDoesNotUseSingle,
  PLAN_REQUIRED: m.loginPage.planOfOrganizationDoes,
};

function CompanyOutcome() {
  const code = useLocation({ select: ({ hash }) => new URLSearchParams(hash).get('sso') });
  if (code === null) return null;
  const good = code === 'CONFIRMATION_SENT';
  return (
    <Alert variant="light" color={good ? 'ink' : 'red'} role={good ? 'status' : 'alert'} mb="md">
      {OUTCOMES[code] ?? m.loginPage.singleSignOnNotAvailable}
    </Alert>
  );
}

export function LoginPage() {
  usePageTitle(m.loginPage.signIn);
  const setup = useQuery(setupQuery);
  const { next } = route.useSearch();
  const start = useSessionStart();
  if (setup.data?.needed === true) {
    return (
      <AccountLayout title={m.loginPage.notSetUpYet} lead={m.loginPage.installationDoesNotHaveOwner}>
        <Alert variant="light" title={m.loginPage.useSetupLink}>
          {m.loginPage.serverPrintedLinkWhenStarted}
        </Alert>
      </AccountLayout>
    );
  }
  return (
    <AccountLayout
      title={m.loginPage.signIn}
      lead={next === undefined ? m.loginPage.welcomeBack : m.loginPage.signInToContinue}
    >
      <CompanyOutcome />
      <LoginForm onSession={(session) => start(session, next)} {...(next === undefined ? {} : { next })} />
      <Text className={classes['foot']}>
        {setup.data?.registration === 'open' ? (
          <>{phrase(m.loginPage.newHere((text) => <TextLink to="/register">{text}</TextLink>))}</>
        ) : (
          m.loginPage.noAccountYet
        )}
      </Text>
    </AccountLayout>
  );
}
