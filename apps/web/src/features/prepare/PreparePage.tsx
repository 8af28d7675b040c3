/** The editor of one draft, in a frame of an application that has a preparing link. There is no session. */
import { Stack, Text, Title } from '@mantine/core';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, isCode } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { hearParent, tellHeights, tellParent } from '@countersign/ui-kit/parent';
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
import classes from './Prepare.module.css';

type Organization = Awaited<ReturnType<NonNullable<(typeof organizationQuery)['queryFn']>>>;

type Opened = { document: Document; expiresAt: string };

/** Opens the link in the address. It works once, so the result is kept until the page is closed. */
async function openLink(queryClient: QueryClient, onEnd: () => void): Promise<Opened> {
  const token = location.hash.slice(1);
  const query = new URLSearchParams(location.search);
  const [embed, origin] = [query.get('embed'), query.get('origin')];
  const { bearer, documentId, settings, expiresAt } = await call(api.openPreparingSession, {
    body: { token, ...(embed !== null && { embed }), ...(origin !== null && { origin }) },
  });
  presentBearer(bearer, onEnd);
  history.replaceState(null, '', location.pathname + location.search);
  const { document } = await call(api.getDocument, { params: { id: documentId } });
  // What the editor reads of them; the token reaches neither. Recipients see the owner as the sender.
  for (const key of [sessionQuery.queryKey, organizationQuery.queryKey])
    queryClient.setQueryDefaults(key, { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY });
  queryClient.setQueryData(sessionQuery.queryKey, { user: document.owner } as unknown as Session);
  queryClient.setQueryData(organizationQuery.queryKey, { settings } as unknown as Organization);
  queryClient.setQueryData(documentQuery(document.id).queryKey, document);
  return { document, expiresAt };
}

export function PreparePage() {
  const queryClient = useQueryClient();
  usePageTitle(m.sendPage.prepareForSending);
  useEffect(() => {
    hearParent((settings) => {
      void import('@countersign/ui-kit/host-looks').then(({ dress }) => dress(settings));
    });
    tellParent({ event: 'loaded' });
    tellHeights();
  }, []);
  const [ended, setEnded] = useState(false);
  const { data: opened, error } = useQuery({
    queryKey: ['preparing'],
    queryFn: () => openLink(queryClient, () => setEnded(true)),
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
    if (reason !== null) tellParent({ event: 'stopped', reason });
  }, [reason]);
  if (ended) return <Note title={m.preparePage.endedTitle} text={m.preparePage.endedText} />;
  if (error !== null && isCode(error, 'INVALID_LINK'))
    return <Note title={m.preparePage.usedTitle} text={m.preparePage.usedText} />;
  if (error !== null) return <ErrorView error={error} />;
  return opened === undefined ? <PageLoader /> : <Editor document={opened.document} />;
}

const reasonOf = (error: Error): string => {
  if (isCode(error, 'INVALID_LINK')) return 'wrong-link';
  return error instanceof ApiError && error.status === 0 ? 'offline' : 'other';
};

function Editor({ document }: { document: Document }) {
  const { data: saved, error, refetch } = useQuery(draftQuery(document.id));
  const [sent, setSent] = useState(false);
  const isReady = saved !== undefined;
  useEffect(() => {
    if (isReady) tellParent({ event: 'opened', documentId: document.id });
  }, [isReady, document.id]);
  const host = useMemo<EditorHost>(
    () => ({
      saved: () => tellParent({ event: 'saved', documentId: document.id }),
      sent: () => {
        setSent(true);
        tellParent({ event: 'sent', documentId: document.id });
      },
      close: () => tellParent({ event: 'closed', documentId: document.id }),
    }),
    [document.id],
  );
  if (sent) return <Note title={labels.sentForSigning} text={m.preparePage.sentText} />;
  if (saved === undefined)
    return error === null ? <PageLoader /> : <ErrorView error={error} retry={() => void refetch()} />;
  return (
    <EditorHostContext.Provider value={host}>
      <main id="content" className={classes['content']}>
        <Preparation document={document} saved={saved} />
      </main>
    </EditorHostContext.Provider>
  );
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
