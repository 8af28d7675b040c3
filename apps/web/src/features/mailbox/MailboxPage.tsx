import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { type MailSummary, mailsQuery } from './queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { OperatorSetting } from '../../ui/OperatorSetting.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { Time } from '../../ui/Time.tsx';
import { PageLoader } from '../../ui/PageLoader.tsx';
import { MailView } from './MailView.tsx';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import classes from './Mailbox.module.css';

const route = getRouteApi('/frame/mailbox');

function MailLine({ mail, open }: { mail: MailSummary; open: boolean }) {
  return (
    <li>
      <Link
        to="/mailbox"
        search={{ mail: mail.id }}
        className={classes['line']}
        data-open={open || undefined}
        aria-current={open || undefined}
      >
        <span className={classes['lineTop']}>
          <span className={classes['to']} dir="auto">
            {mail.to}
          </span>
          <span className={classes['at']}>
            <Time iso={mail.created_at} />
          </span>
        </span>
        <span className={classes['subject']} dir="auto">
          {mail.subject}
        </span>
      </Link>
    </li>
  );
}

export function MailboxPage() {
  usePageTitle(m.mailboxPage.mailbox);
  const { mail: openId } = route.useSearch();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(mailsQuery);
  if (error !== null && data === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  if (data === undefined) return <PageLoader />;
  const mails = data.pages.flatMap((page) => page.mails);
  // On a wide screen, the newest e-mail is opened. On a phone, the style sheet shows the list first.
  const shown = openId ?? mails[0]?.id;
  return (
    <>
      <PageHeader
        title={m.mailboxPage.mailbox}
        lead={
          <>
            {m.mailboxPage.noMailServerConfiguredSmtp}
            <OperatorSetting name="SMTP_URL" />
          </>
        }
      />
      {mails.length === 0 ? (
        <Panel label={m.mailboxPage.mailbox}>
          <EmptyState title={m.mailboxPage.noEMailsYet} text={m.mailboxPage.sendDocumentToSeeInvitations}>
            <ButtonLink to="/documents/new" leftSection={<IconPlus size={16} />}>
              {common.newDocument}
            </ButtonLink>
          </EmptyState>
        </Panel>
      ) : (
        <div className={classes['panes']} data-open={openId !== undefined || undefined}>
          <Panel flush label={m.mailboxPage.mails} className={classes['listPane']}>
            <ul className={classes['list']}>
              {mails.map((mail) => (
                <MailLine key={mail.id} mail={mail} open={mail.id === shown} />
              ))}
            </ul>
            {hasNextPage && (
              <Button
                variant="subtle"
                fullWidth
                radius={0}
                loading={isFetchingNextPage}
                onClick={() => void fetchNextPage()}
              >
                {m.mailboxPage.olderEMails}
              </Button>
            )}
          </Panel>
          <div className={classes['mailPane']}>{shown !== undefined && <MailView key={shown} id={shown} />}</div>
        </div>
      )}
    </>
  );
}
