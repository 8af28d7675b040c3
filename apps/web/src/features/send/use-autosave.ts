import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import * as api from '@countersign/client/operations';
import { authorization, call, urlOf } from '../../api/client.ts';
import { type Document, documentQuery } from '../../api/queries.ts';
import { savesUnderWay } from './queries.ts';
import type { Draft } from './draft.ts';
import type { SaveBody } from './draft-request.ts';
import { DraftSaver, type SaverPorts } from './draft-saver.ts';
import { keepUnsaved, type Start } from './kept-draft.ts';

/** The timeout ensures that a lost request does not block the next attempt. */
const SAVE_TIMEOUT_MS = 20_000;

const portsOf = (id: string): SaverPorts => ({
  send: async (body) => {
    const saving = call(api.saveDraft, { params: { id }, body }, { timeoutMs: SAVE_TIMEOUT_MS, retries: { times: 0 } });
    // If the draft is opened again in this tab, it is loaded after this save.
    savesUnderWay.set(id, saving);
    return (await saving).draft;
  },
  sendLast: (body) => sendLast(id, body),
  keep: (unsaved) => keepUnsaved(id, unsaved),
  later: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
});

/**
 * The request continues after the page is closed. If the body exceeds the browser's limit for such requests (64 kB),
 * the draft is kept only in this tab.
 */
function sendLast(id: string, body: SaveBody): void {
  fetch(urlOf(api.saveDraft, { params: { id } }), {
    method: api.saveDraft.method,
    keepalive: true,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', ...authorization() },
    body: JSON.stringify(body),
  }).catch(() => undefined);
}

/** Saves the draft as it changes; `state` reports the status. */
export function useAutosave(document: Document, start: Start, draft: Draft) {
  const { id, pages } = document;
  const queryClient = useQueryClient();
  const [saver] = useState(() => new DraftSaver(portsOf(id), { ...start, pages, editor: crypto.randomUUID() }));
  const state = useSyncExternalStore(saver.watch, saver.state);
  useEffect(() => saver.offer(draft), [saver, draft]);
  useEffect(() => {
    const retry = () => void saver.flush();
    const leave = () => saver.leave();
    const hide = () => window.document.visibilityState === 'hidden' && void saver.flush();
    const ask = (event: BeforeUnloadEvent) => {
      if (saver.isDirty && (saver.state().kind === 'failed' || saver.state().kind === 'conflict'))
        event.preventDefault();
    };
    window.addEventListener('online', retry);
    window.addEventListener('pagehide', leave);
    window.addEventListener('beforeunload', ask);
    window.document.addEventListener('visibilitychange', hide);
    return () => {
      window.removeEventListener('online', retry);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('beforeunload', ask);
      window.document.removeEventListener('visibilitychange', hide);
      saver.stop();
    };
  }, [saver]);
  // The draft was sent or deleted elsewhere, or the session ended, so the document's own state determines the page.
  const isStale = state.kind === 'ended' || (state.kind === 'failed' && state.why === 'You are signed out');
  useEffect(() => {
    if (isStale) void queryClient.invalidateQueries({ queryKey: documentQuery(id).queryKey });
  }, [isStale, queryClient, id]);
  return { saver, state };
}
