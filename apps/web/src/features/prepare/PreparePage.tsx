/**
 * The editor for one draft, shown in a frame of another application that has a link for preparing the draft. There is
 * no session.
 */
import { Stack, Text, Title } from '@mantine/core';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AnswerOf, ApiError, isCode } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { onParentSettings, reportHeights, notifyParent } from '@countersign/ui-kit/parent';
import { useEffect, useMemo, useState } from 'react';
import { call, presentBearer } from '../../api/client.ts';
import { type Document, documentQuery, organizationQuery, type Session, sessionQuery } from '../../api/queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { PageLoader } from '../../ui/PageLoader.tsx';
import { type EditorHost, EditorHostContext } from '../send/editor-host.ts';
import { draftQuery } from '../send/queries.ts';
import { Preparation } from '../send/SendPage.tsx';
import { m } from '../send/texts.ts';
import { labels } from '../../ui/labels.ts';
import { deadline } from '../../ui/time.ts';
import classes from './Prepare.module.css';

type Organization = Awaited<ReturnType<NonNullable<(typeof organizationQuery)['queryFn']>>>;

type Opened = { document: Document; expiresAt: string; canSend: boolean };

type Link = Omit<AnswerOf<'openPreparingSession'>, 'bearer'>;
/** The link with which this page was opened. The link works only once, so a retry only reloads the document. */
let link: Link | null = null;

async function openLink(onEnd: () => void): Promise<Link> {
  const token = location.hash.slice(1);
  const query = new URLSearchParams(location.search);
  const [embed, origin] = [query.get('embed'), query.get('origin')];
  const { bearer, ...opened } = await call(api.openPreparingSession, {
    body: { token, ...(embed !== null && { embed }), ...(origin !== null && { origin }) },
  });
  presentBearer(bearer, onEnd);
  history.replaceState(null, '', location.pathname + location.search);
  return opened;
}

async function readDraft(queryClient: QueryClient, onEnd: () => void): Promise<Opened> {
  link ??= await openLink(onEnd);
  const { documentId, settings, expiresAt, canSend } = link;
  const { document } = await call(api.getDocument, { params: { id: documentId } });
  // Provides the parts of the session and the organization that the editor needs, because the token gives access to
  // neither. Recipients see the owner as the sender.
  for (const key of [sessionQuery.queryKey, organizationQuery.queryKey])
    queryClient.setQueryDefaults(key, { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY });
  queryClient.setQueryData(sessionQuery.queryKey, { user: document.owner } as unknown as Session);
  queryClient.setQueryData(organizationQuery.queryKey, { settings } as unknown as Organization);
  queryClient.setQueryData(documentQuery(document.id).queryKey, document);
  return { document, expiresAt, canSend };
}

export function PreparePage() {
  const queryClient = useQueryClient();
  usePageTitle(m.sendPage.prepareForSending);
  useEffect(() => {
    onParentSettings((settings) => {
      void import('@countersign/ui-kit/host-theme').then(({ applyTheme }) => applyTheme(settings));
    });
    notifyParent({ event: 'loaded' });
    reportHeights();
  }, []);
  const [ended, setEnded] = useState(false);
  const {
    data: opened,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['preparing'],
    queryFn: () => readDraft(queryClient, () => setEnded(true)),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const expiresAt = opened?.expiresAt;
  useEffect(() => {
    if (expiresAt === undefined) return undefined;
    const timer = setTimeout(() => setEnded(true), Date.parse(expiresAt) - Date.now());
    return () => clearTimeout(timer);
  }, [expiresAt]);
  const reason = ended ? 'session-ended' : error === null ? null : reasonOf(error);
  useEffect(() => {
    if (reason !== null) notifyParent({ event: 'stopped', reason });
  }, [reason]);
  if (ended) return <Note title={m.preparePage.endedTitle} text={m.preparePage.endedText} />;
  if (error !== null && isWrongLink(error))
    return <Note title={m.preparePage.usedTitle} text={m.preparePage.usedText} />;
  if (opened !== undefined) return <Editor document={opened.document} canSend={opened.canSend} />;
  return <Waiting error={isFetching ? null : error} retry={() => void refetch()} />;
}

function Waiting({ error, retry }: { error: Error | null; retry: () => void }) {
  return (
    <main id="content" className={classes['content']}>
      {error === null ? <PageLoader /> : <ErrorView error={error} retry={retry} />}
    </main>
  );
}

/** The token is removed from the URL when the link is opened, so a reloaded page has no token. */
const isWrongLink = (error: Error): boolean =>
  isCode(error, 'INVALID_LINK') || (link === null && location.hash.length <= 1);

const reasonOf = (error: Error): string => {
  if (isWrongLink(error)) return 'wrong-link';
  return error instanceof ApiError && error.status === 0 ? 'offline' : 'other';
};

function Editor({ document, canSend }: Pick<Opened, 'document' | 'canSend'>) {
  const { data: saved, error, refetch } = useQuery(draftQuery(document.id));
  const [sent, setSent] = useState<SentProps | null>(null);
  const isReady = saved !== undefined;
  useEffect(() => {
    if (isReady) notifyParent({ event: 'opened', documentId: document.id });
  }, [isReady, document.id]);
  const host = useMemo<EditorHost>(
    () => ({
      saved: () => notifyParent({ event: 'saved', documentId: document.id }),
      sent: (now, isNotified) => {
        setSent({ scheduledFor: now.scheduled_for, isNotified });
        notifyParent({ event: 'sent', documentId: document.id });
      },
      close: () => notifyParent({ event: 'closed', documentId: document.id }),
      canSend,
    }),
    [document.id, canSend],
  );
  if (sent !== null) return <Sent {...sent} />;
  if (saved === undefined) return <Waiting error={error} retry={() => void refetch()} />;
  return (
    <EditorHostContext.Provider value={host}>
      <main id="content" className={classes['content']}>
        <Preparation document={document} saved={saved} />
      </main>
    </EditorHostContext.Provider>
  );
}

type SentProps = { scheduledFor: string | null; isNotified: boolean };

function Sent({ scheduledFor, isNotified }: SentProps) {
  if (scheduledFor !== null)
    return <Note title={m.reviewDialog.scheduled} text={m.preparePage.scheduledText(deadline(scheduledFor))} />;
  const text = isNotified ? m.preparePage.sentText : m.preparePage.sentWithoutNotices;
  return <Note title={labels.sentForSigning} text={text} />;
}

function Note({ title, text }: { title: string; text: string }) {
  return (
    <Stack component="main" id="content" p="xl" gap="xs">
      <Title order={1} fz="lg" tabIndex={-1} ref={(heading) => heading?.focus()}>
        {title}
      </Title>
      <Text>{text}</Text>
    </Stack>
  );
}
