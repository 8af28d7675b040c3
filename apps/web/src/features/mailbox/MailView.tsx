import { Anchor, Tabs, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChevronLeft, IconExternalLink } from '@tabler/icons-react';
import { BASE } from '../../api/environment.ts';
import { mailQuery } from './queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { exactTime } from '../../ui/time.ts';
import { PageLoader } from '../../ui/PageLoader.tsx';
import { linksIn } from './links.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Mailbox.module.css';

function Links({ text }: { text: string }) {
  const links = linksIn(text);
  if (links.length === 0) return null;
  return (
    <div className={classes['links']}>
      <Text fz="xs" c="dimmed">
        {m.mailView.linksInEMail}
      </Text>
      <ul>
        {links.map((link) => (
          <li key={link}>
            <Anchor href={link} target="_blank" rel="noreferrer" className={classes['link']} dir="ltr">
              {link}
            </Anchor>
            <IconExternalLink size={13} aria-label={m.mailView.opensInNewTab} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Shows one e-mail. The HTML comes from a separate URL with its own policy, in a frame with a separate origin. The
 * page's policy would refuse the e-mail's styles, and the content of an e-mail must never have access to the reader's
 * session. The frame allows no scripts, so accessibility checkers skip it and check the e-mail at its own URL.
 */
export function MailView({ id }: { id: string }) {
  const { data: mail, error, refetch } = useQuery(mailQuery(id));
  if (error !== null && mail === undefined) return <ErrorView order={2} error={error} retry={() => void refetch()} />;
  if (mail === undefined) return <PageLoader />;
  return (
    <Panel flush label={m.mailView.mail}>
      <TextLink to="/mailbox" search={{}} className={classes['backToList']}>
        <IconChevronLeft size={15} aria-hidden="true" /> {m.mailView.allEMails}
      </TextLink>
      <div className={classes['head']}>
        <Title order={2} fz="lg">
          {mail.subject}
        </Title>
        <dl className={classes['envelope']}>
          <dt>{labels.from}</dt>
          <dd>{mail.from}</dd>
          <dt>{m.mailView.to}</dt>
          <dd>{mail.to}</dd>
          <dt>{m.mailView.at}</dt>
          <dd>{exactTime(mail.created_at)}</dd>
        </dl>
        <Links text={mail.text} />
      </div>
      <Tabs defaultValue="html" keepMounted={false}>
        <Tabs.List px="md" aria-label={m.mailView.format}>
          <Tabs.Tab value="html">{m.mailView.html}</Tabs.Tab>
          <Tabs.Tab value="text">{m.mailView.plainText}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="html">
          <iframe
            className={classes['html']}
            title={m.mailView.mailTitle(mail.subject)}
            src={`${BASE}/mailbox/html/${encodeURIComponent(mail.id)}`}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            referrerPolicy="no-referrer"
          />
        </Tabs.Panel>
        <Tabs.Panel value="text">
          <pre className={classes['text']}>{mail.text}</pre>
        </Tabs.Panel>
      </Tabs>
    </Panel>
  );
}
