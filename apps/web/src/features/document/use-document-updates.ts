/** Keeps the page of a document up to date while it can still change. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as api from '@countersign/client/operations';
import { urlOf } from '../../api/client.ts';
import type { Document } from '../../api/queries.ts';
import { statusQuery } from './queries.ts';
import { changesInWords } from './changes.ts';

/**
 * Each live update reloads the document. If there is no stream, for example because a proxy blocks it or too many are
 * open, the page polls every three seconds. Background tabs close the stream, because a browser has only six
 * connections per server for all its tabs.
 * @returns the changes as sentences for screen readers
 */
export function useDocumentUpdates(document: Document | undefined, id: string): string {
  const queryClient = useQueryClient();
  const open = document?.status === 'in-progress';
  // The last signature completes the document, but the seal and its audit entries follow later.
  const [wasOpen, setWasOpen] = useState(false);
  if (open && !wasOpen) setWasOpen(true);
  const streaming = useStream(id, wasOpen);
  usePolling(document, id, open && !streaming);
  useEffect(() => {
    // The document is reloaded, because it may have changed during the interruption.
    if (streaming) readAnew(queryClient, id);
  }, [streaming, queryClient, id]);
  return useNews(document);
}

function readAnew(queryClient: ReturnType<typeof useQueryClient>, id: string): void {
  for (const what of ['one', 'audit', 'certificates'])
    void queryClient.invalidateQueries({ queryKey: ['documents', what, id] });
}

function useStream(id: string, wanted: boolean): boolean {
  const queryClient = useQueryClient();
  const [streaming, setStreaming] = useState(false);
  const visible = useVisible();
  useEffect(() => {
    if (!wanted || !visible) return undefined;
    const source = new EventSource(urlOf(api.streamDocumentEvents, { params: { id } }));
    const read = () => readAnew(queryClient, id);
    source.addEventListener('open', () => setStreaming(true));
    // The browser reconnects automatically, but not after an error response.
    source.addEventListener('error', () => setStreaming(false));
    source.addEventListener('message', read);
    source.addEventListener('reset', read);
    return () => {
      source.close();
      setStreaming(false);
    };
  }, [id, wanted, visible, queryClient]);
  return streaming;
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(() => globalThis.document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setVisible(globalThis.document.visibilityState === 'visible');
    globalThis.document.addEventListener('visibilitychange', look);
    return () => globalThis.document.removeEventListener('visibilitychange', look);
  }, []);
  return visible;
}

const stateOf = (signers: readonly { email: string; status: string }[]): string =>
  signers.map(({ email, status }) => `${email} ${status}`).join('\n');

function usePolling(document: Document | undefined, id: string, wanted: boolean): void {
  const queryClient = useQueryClient();
  const { data: status } = useQuery(statusQuery(id, wanted));
  const changed =
    wanted &&
    document !== undefined &&
    status !== undefined &&
    (status.status !== document.status || stateOf(status.signers) !== stateOf(document.signers));
  useEffect(() => {
    if (changed) readAnew(queryClient, id);
  }, [changed, status, id, queryClient]);
}

/** Returns sentences about the last change, or an empty string before the first change. */
function useNews(document: Document | undefined): string {
  const [seen, setSeen] = useState(document);
  const [news, setNews] = useState('');
  if (document !== seen) {
    setSeen(document);
    const sentences =
      seen === undefined || document === undefined || seen.id !== document.id ? [] : changesInWords(seen, document);
    if (sentences.length > 0) setNews(sentences.join(' '));
  }
  return news;
}
