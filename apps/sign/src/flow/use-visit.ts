/** A visit: the state, the service, and the few things that need both. */
import type { SigningView } from '@countersign/contract';
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import { endsTheVisit, failureOf, fieldOfFault, type Failure } from './failure.ts';
import { localDate, signatureToSend, valuesToSend } from './fields.ts';
import { initialFlow, reduce, viewOf, type Action, type Flow, type Review } from './flow.ts';
import { createService, type Opened, type Service } from './service.ts';
import {
  forgetDraft,
  forgetSession,
  loadDraft,
  loadSession,
  saveDraft,
  saveSession,
  tokenInAddress,
} from './session.ts';
import { useSessionClock, type SessionClock } from './use-session-clock.ts';

export type Visit = {
  flow: Flow;
  service: Service;
  act: (action: Action) => void;
  /** Open the link (or the kept session) once more. */
  retry: () => void;
  submit: (review: Review) => void;
  /** A request beside the flow failed: the visit stops where the failure ends it, else nothing happens. */
  report: (cause: unknown) => void;
  clock: SessionClock;
};

export function useVisit(): Visit {
  const [flow, act] = useReducer(reduce, initialFlow);
  const service = useMemo(() => createService((...request) => fetch(...request)), []);
  const token = useRef<string | null>(null);

  const stop = useCallback((failure: Failure) => {
    if (failure.kind === 'session-ended') {
      // Put away means put away: without this, "Try again" would open the document to whoever finds the phone.
      token.current = null;
      forgetSession(sessionStorage);
    }
    act({ type: 'stopped', failure });
  }, []);

  const report = useCallback(
    (cause: unknown) => {
      const failure = failureOf(cause);
      if (endsTheVisit(failure)) stop(failure);
    },
    [stop],
  );

  const watched = flow.at === 'welcome' || flow.at === 'turn' || flow.at === 'reading' || flow.at === 'review';
  const clock = useSessionClock(watched, service, keep, stop);

  const connect = useConnection({ service, act, stop, begin: clock.begin, token });

  // What was entered outlives a reload, and a phone that drops the tab.
  const signerId = viewOf(flow)?.signer.id ?? null;
  const draft = flow.at === 'review' ? flow.draft : null;
  useEffect(() => {
    if (signerId !== null && draft !== null) saveDraft(sessionStorage, signerId, draft);
  }, [signerId, draft]);

  const submit = useCallback(
    (review: Review) => {
      act({ type: 'send' });
      void sign(service, review).then(
        (view) => {
          forgetDraft(sessionStorage);
          act({ type: 'signed', view });
        },
        (cause: unknown) => {
          const failure = failureOf(cause);
          if (failure.kind === 'session-ended') stop(failure);
          else act({ type: 'send-failed', failure, refused: refusedBy(failure, review) });
        },
      );
    },
    [service, stop],
  );

  return { flow, service, act, retry: connect, submit, report, clock };
}

type Connection = {
  service: Service;
  act: (action: Action) => void;
  stop: (failure: Failure) => void;
  /** Tells the clock when the session ends (ISO 8601). */
  begin: (expiresAt: string) => void;
  token: { current: string | null };
};

/** Opens the link of the address, or goes on with the session of this tab; returns the way to do so again. */
function useConnection({ service, act, stop, begin, token }: Connection): () => void {
  const latest = useRef(0);
  const connect = useCallback(async () => {
    latest.current += 1;
    const attempt = latest.current;
    act({ type: 'open' });
    token.current = tokenInAddress(location.hash) ?? token.current;
    try {
      const opened = await exchange(service, token.current);
      // Another link was opened in this tab meanwhile: its answer counts.
      if (attempt !== latest.current) return;
      if (opened === null) return act({ type: 'stopped', failure: { kind: 'no-link' } });
      keep(opened);
      // See session.ts: the token leaves the address bar once it has done its work.
      if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
      begin(opened.expiresAt);
      const { view } = opened;
      act({ type: 'opened', view, saved: loadDraft(sessionStorage, view.signer.id), today: localDate(new Date()) });
    } catch (cause) {
      if (attempt === latest.current) stop(failureOf(cause));
    }
  }, [service, act, stop, begin, token]);

  useEffect(() => {
    void connect();
    // Opening another link in a tab that shows this page changes only the fragment: no reload happens by itself.
    const changed = (): void => {
      if (tokenInAddress(location.hash) !== null) void connect();
    };
    window.addEventListener('hashchange', changed);
    return () => window.removeEventListener('hashchange', changed);
  }, [connect]);

  return useCallback(() => void connect(), [connect]);
}

async function exchange(service: Service, token: string | null): Promise<Opened | null> {
  if (token !== null) return service.open(token);
  const session = loadSession(sessionStorage);
  if (session === null) return null;
  service.resume(session.bearer);
  return service.extend();
}

function keep({ bearer, expiresAt, view }: Opened): void {
  saveSession(sessionStorage, { signerId: view.signer.id, bearer, expiresAt });
}

/** The view after signing. A second try after an answer that got lost finds the signature made: that is success. */
async function sign(service: Service, { view, draft }: Review): Promise<SigningView> {
  const signature = signatureToSend(view, draft);
  try {
    const signed = await service.sign(view.document.id, {
      consent: true,
      ...(signature === undefined ? {} : { signature }),
      fields: valuesToSend(view, draft),
      revision: view.revision,
    });
    return {
      ...view,
      signer: { ...view.signer, status: signed.signer.status, signed_at: signed.signer.signed_at },
      document: { ...view.document, status: signed.document.status },
      blocked: 'ALREADY_SIGNED',
    };
  } catch (cause) {
    if (failureOf(cause).kind !== 'already-signed') throw cause;
    return service.view(view.signer.id);
  }
}

function refusedBy(failure: Failure, { view, draft }: Review): Record<string, string> {
  if (failure.kind !== 'invalid') return {};
  const sent = valuesToSend(view, draft);
  const known = new Set<string>(view.fields.map((field) => field.id));
  const pairs = failure.faults.flatMap((fault) => {
    const field = fieldOfFault(fault, sent);
    return field !== null && known.has(field) ? [[field, fault.message] as const] : [];
  });
  return Object.fromEntries(pairs);
}
