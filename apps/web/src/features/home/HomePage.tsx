import { Alert, Button, Kbd, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { IconPlus, IconSignature } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type AnswerOf, ApiError, isCode } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import { documentsQuery, type ListEntry } from '../../api/queries.ts';
import { inboxQuery, type InboxEntry } from './queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { SignerStack } from '../../ui/Initials.tsx';
import { keysAreOn } from '../../ui/keys.ts';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { Time } from '../../ui/Time.tsx';
import { daysUntil, deadline } from '../../ui/time.ts';
import { toastError, toastRefusal } from '../../ui/toast.ts';
import type { ListState } from '../documents/list-state.ts';
import { nextStep } from '../documents/next-step.ts';
import { ChoosePdf } from '../upload/ChoosePdf.tsx';
import { endOfSoon } from './waiting.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { phrase } from '../../ui/phrase.ts';
import classes from './Home.module.css';

const SHOWN = 5;
/** Documents are sorted by waiting time, longest first, because the longest-waiting documents need a reminder. */
const waitingQuery = documentsQuery({
  status: 'in-progress',
  sortBy: 'created_at',
  sortOrder: 'asc',
  pageSize: `${SHOWN}`,
});
const recentQuery = documentsQuery({ sortBy: 'updated_at', sortOrder: 'desc', pageSize: '6', archived: 'false' });

type PartProps = { title: string; count?: number | string | undefined; all?: ReactNode; children: ReactNode };

function Part({ title, count, all, children }: PartProps) {
  return (
    <Panel flush label={title}>
      <div className={classes['head']}>
        <Title order={2} fz="md">
          {title}
          {count !== undefined && <span className={`${classes['count']} tabular`}> {count}</span>}
        </Title>
        {all}
      </div>
      {children}
    </Panel>
  );
}

const Waiting = ({ what }: { what: string }) => (
  <Stack p="lg" role="status" aria-label={m.homePage.loading(what)}>
    <Skeleton height={14} width="60%" />
    <Skeleton height={14} width="45%" />
  </Stack>
);

const Nothing = ({ children }: { children: ReactNode }) => (
  <Text c="dimmed" className={classes['nothing']}>
    {children}
  </Text>
);

/** The inbox entry is no longer available, for example because the document was voided, or signed in another window. */
const GONE = new Set([404, 409, 410]);

/** Opens the signing page with a single-use link. */
function useOpenEntry({ document_id: id, signer_id: signerId }: InboxEntry) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.openInboxEntry, { params: { signerId }, body: {} }),
    // The link is opened at the app's origin instead of the link's own, because the session and the saved signature are
    // available only at the app's origin.
    onSuccess: ({ url }) => window.location.assign(`/sign${new URL(url).hash}`),
    onError: (error) => {
      if (isCode(error, 'SIGNER_STEP_REQUIRED')) return navigate({ to: '/sign-with-account/$id', params: { id } });
      if (!(error instanceof ApiError) || !GONE.has(error.status)) return toastError(error);
      toastRefusal(m.homePage.cannotBeSignedNow, explain(error).detail);
      return queries.invalidateQueries(inboxQuery);
    },
  });
}

function InboxItem({ entry, now }: { entry: InboxEntry; now: Date }) {
  const open = useOpenEntry(entry);
  const title = entry.title ?? m.homePage.documentProtectedByCode;
  const verb = entry.role === 'approver' ? m.homePage.approve : m.homePage.sign;
  return (
    <li className={classes['item']}>
      <div className={classes['words']}>
        <Text fw={580}>{title}</Text>
        <Text fz="xs" c="dimmed">
          <bdi>{entry.sender.name}</bdi>, <bdi>{entry.sender.organization}</bdi>
        </Text>
        {entry.expiration !== null && (
          <Text fz="xs" c="dimmed">
            {m.homePage.toBeSignedBy(deadline(entry.expiration), daysUntil(entry.expiration, now))}
          </Text>
        )}
        {!entry.is_your_turn && (
          <Text fz="xs" c="dimmed">
            {m.homePage.notTurnYet}
          </Text>
        )}
      </div>
      {entry.is_your_turn && (
        <Button
          size="sm"
          variant="default"
          leftSection={<IconSignature size={16} />}
          loading={open.isPending}
          onClick={() => open.mutate()}
          aria-label={`${verb} ${title}`}
        >
          {verb}
        </Button>
      )}
    </li>
  );
}

function Mine({ now }: { now: Date }) {
  const { data, error, refetch } = useQuery(inboxQuery);
  if (error !== null && data === undefined) return <ErrorView order={2} error={error} retry={() => void refetch()} />;
  return (
    <Part
      title={m.homePage.needsMySignature}
      count={data?.email_verified === true ? data.inbox.filter((entry) => entry.is_your_turn).length : undefined}
    >
      {data === undefined && <Waiting what={m.homePage.documentsNeedSignature} />}
      {data?.email_verified === false && (
        <Alert variant="light" className={classes['notice']} title={m.homePage.confirmAddress}>
          <Text mb="sm">{m.homePage.documentsSentToForSigning}</Text>
          <ButtonLink to="/settings/security" size="xs" variant="default">
            {m.homePage.goToSecurity}
          </ButtonLink>
        </Alert>
      )}
      {data?.email_verified === true && data.inbox.length === 0 && <Nothing>{m.homePage.noDocumentsWait}</Nothing>}
      {data !== undefined && data.inbox.length > 0 && (
        <ul className={classes['list']}>
          {data.inbox.map((entry) => (
            <InboxItem key={entry.signer_id} entry={entry} now={now} />
          ))}
        </ul>
      )}
      {data?.is_complete === false && <Nothing>{m.homePage.ofNewestDocumentsSent}</Nothing>}
    </Part>
  );
}

function Item({ entry, line, side }: { entry: ListEntry; line: string; side: ReactNode }) {
  return (
    <li className={classes['item']}>
      <div className={classes['words']}>
        <Link to="/documents/$id" params={{ id: entry.id }} className={classes['title']} dir="auto">
          {entry.title}
        </Link>
        <Text fz="xs" c="dimmed" lineClamp={2} className={classes['line']}>
          {line}
        </Text>
      </div>
      <div className={classes['side']}>{side}</div>
    </li>
  );
}

const allOf = (search: ListState, label = m.homePage.allWaiting) => (
  <TextLink to="/documents" search={search} fz="sm">
    {label}
  </TextLink>
);

/** Returns the number of documents in a list, with a plus sign if the server did not count all of them. */
const countOf = (list: AnswerOf<'listDocuments'> | undefined): number | string | undefined =>
  list && (list.pagination.totalIsExact ? list.pagination.total : `${list.pagination.total}+`);

function Others() {
  const { data, error, refetch } = useQuery(waitingQuery);
  if (error !== null && data === undefined) return <ErrorView order={2} error={error} retry={() => void refetch()} />;
  return (
    <Part title={m.homePage.waitingForOthers} count={countOf(data)} all={allOf({ status: 'in-progress' })}>
      {data === undefined && <Waiting what={m.homePage.documentsWaitForOthers} />}
      {data?.documents.length === 0 && <Nothing>{m.homePage.noDocumentsWaitForSignatures}</Nothing>}
      <ul className={classes['list']}>
        {data?.documents.map((entry) => (
          <Item
            key={entry.id}
            entry={entry}
            line={nextStep(entry)}
            side={
              <>
                <SignerStack signers={entry.signers} document={entry.status} />
                <span className={classes['when']}>
                  {phrase(m.homePage.sent(<Time iso={entry.sent_at ?? entry.created_at} />))}
                </span>
              </>
            }
          />
        ))}
      </ul>
    </Part>
  );
}

function ExpiringSoon({ now }: { now: Date }) {
  const { data, error, refetch } = useQuery(
    documentsQuery({
      status: 'in-progress',
      expiresBefore: endOfSoon(now),
      sortBy: 'expiration',
      sortOrder: 'asc',
      pageSize: `${SHOWN}`,
    }),
  );
  if (error !== null && data === undefined) return <ErrorView order={2} error={error} retry={() => void refetch()} />;
  return (
    <Part
      title={m.homePage.expiringSoon}
      count={countOf(data)}
      all={
        data?.pagination.hasMore === true &&
        allOf({ status: 'in-progress', sort: 'expiration' }, m.homePage.allByExpiration)
      }
    >
      {data === undefined && <Waiting what={m.homePage.documentsExpireSoon} />}
      {data?.documents.length === 0 && <Nothing>{m.homePage.nothingExpiresInNextSeven}</Nothing>}
      <ul className={classes['list']}>
        {data?.documents.map((entry) => (
          <Item
            key={entry.id}
            entry={entry}
            line={nextStep(entry)}
            side={<span className={classes['urgent']}>{m.homePage.ends(daysUntil(entry.expiration ?? '', now))}</span>}
          />
        ))}
      </ul>
    </Part>
  );
}

function Recent({ documents }: { documents: readonly ListEntry[] }) {
  return (
    <Part title={m.homePage.lastActivity} all={allOf({}, m.homePage.allDocuments)}>
      <ul className={classes['list']}>
        {documents.map((entry) => (
          <Item
            key={entry.id}
            entry={entry}
            line={nextStep(entry)}
            side={
              <>
                <StatusPill status={entry.status} />
                <span className={classes['when']}>
                  <Time iso={entry.updated_at} />
                </span>
              </>
            }
          />
        ))}
      </ul>
    </Part>
  );
}

const New = () => (
  <ButtonLink
    to="/documents/new"
    leftSection={<IconPlus size={16} />}
    rightSection={keysAreOn() && <Kbd className={classes['kbd']}>N</Kbd>}
  >
    {common.newDocument}
  </ButtonLink>
);

export function HomePage() {
  usePageTitle(m.homePage.home);
  const { data: recent, error, refetch } = useQuery(recentQuery);
  const [now] = useState(() => new Date());
  if (error !== null && recent === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  return (
    <>
      <PageHeader title={m.homePage.home} actions={<New />} />
      <div className={classes['parts']}>
        <div className={classes['column']}>
          <Mine now={now} />
          {recent !== undefined && recent.documents.length > 0 && (
            <>
              <Others />
              <ExpiringSoon now={now} />
            </>
          )}
        </div>
        <div className={classes['column']}>
          {recent === undefined && <Waiting what={m.homePage.lastActivityWhat} />}
          {recent?.documents.length === 0 && (
            <Panel flush label={m.homePage.gettingStarted}>
              <EmptyState title={m.homePage.sendFirstDocument} text={m.homePage.dropPdfAnywhereInWindow}>
                <ChoosePdf variant="default" />
              </EmptyState>
            </Panel>
          )}
          {recent !== undefined && recent.documents.length > 0 && <Recent documents={recent.documents} />}
        </div>
      </div>
    </>
  );
}
