/** A visit: its state, the service, and the logic that needs both. */
import type { SigningView } from '@countersign/contract';
import { type Finished, notifyParent } from '@countersign/ui-kit/parent';
import { useCallback, useEffect, useReducer, useRef } from 'preact/hooks';
import { endsTheVisit, failureOf, fieldOfFault, handBackOf, isEnding, type Failure, type HandBack } from './failure.ts';
import { type Draft, localDate, graphicsToSend, valuesToSend } from './fields.ts';
import { initialFlow, reduce, viewOf, type Action, type Flow, type Review } from './flow.ts';
import { exchange, type Start } from './exchange.ts';
import type { Opened, Proof, Service } from './service.ts';
import {
  forgetDraft,
  forgetLanguage,
  forgetSession,
  loadDraft,
  saveDraft,
  saveSession,
  tokenInAddress,
  tabStorage,
} from './session.ts';
import { allOf, changedHere, nextInPackage } from './package.ts';
import { usePackage } from './use-package.ts';
import { useSessionClock, type SessionClock } from './use-session-clock.ts';

export type Visit = {
  flow: Flow;
  service: Service;
  act: (action: Action) => void;
  /** Reopens the link or the stored session. */
  retry: () => void;
  submit: (review: Review) => void;
  enterCode: (code: string) => void;
  /** Opens the link with the code for recipient authentication. The code must be sent first (`sendStep`). */
  enterStep: (code: string) => void;
  /** Sends the code. Returns the failure, if any. */
  sendStep: () => Promise<Failure | null>;
  /** Continues with another document of the package. Returns the failure, if any. */
  goOn: (from: string, to: string) => Promise<Failure | null>;
  /** If they succeed, `decline` and `forward` end the visit to this document. Otherwise, they return the failure. */
  decline: (view: SigningView, reason: string) => Promise<Failure | null>;
  forward: (view: SigningView, to: { email: string; name: string }) => Promise<Failure | null>;
  /** Reports a failed request that is not part of the flow. The visit ends if it cannot continue after this failure. */
  report: (cause: unknown) => void;
  clock: SessionClock;
  /**
   * Whether the visit is in person. In that case, there is no person to contact, and no link with which the visitor can
   * return.
   */
  inPerson: boolean;
};

export function useVisit({ service, first }: Start): Visit {
  const [flow, act] = useReducer(reduce, initialFlow);
  const token = useRef<string | null>(null);
  // The access code is kept for later requests, because the document is shown only after recipient authentication.
  const accessCode = useRef<string | undefined>(undefined);
  // The signature and initials are kept only in memory, for the next document of a package. Closing the page discards
  // them.
  const marks = useRef<Pick<Draft, 'signature' | 'initials'>>({ signature: null, initials: null });
  const shown = useRef<SigningView | null>(null);
  shown.current = viewOf(flow);
  const begin = useRef<(expiresAt: string) => void>(() => undefined);
  const began = useCallback((opened: Opened) => {
    keep(opened);
    // The token is removed from the address bar after the exchange (see session.ts).
    if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
    begin.current(opened.expiresAt);
    notifyParent({ event: 'opened', ...idsOf(opened.view) });
  }, []);
  const ways = usePackage({ service, act, token, accessCode, marks, shown, began });

  const handBack = useCallback((end: HandBack) => {
    token.current = null;
    forgetSession(tabStorage);
    forgetDraft(tabStorage);
    // The language is forgotten, because the next person with the device may use another one.
    forgetLanguage(tabStorage);
    if (location.hash !== '') history.replaceState(null, '', location.pathname);
    act({ type: 'hand-back', end });
  }, []);

  const { leadOn } = ways;
  const stop = useCallback(
    (failure: Failure) => {
      const told = BY_VISITOR[failure.kind];
      if (told === undefined) notifyParent({ event: 'stopped', reason: failure.kind });
      const end = service.inPerson() ? handBackOf(failure) : null;
      if (end !== null) return handBack(end);
      if (failure.kind === 'session-ended') {
        // The token is forgotten, because closing a document is final. Otherwise, "Try again" would open it for anyone
        // who finds the phone.
        token.current = null;
        forgetSession(tabStorage);
      }
      if (isEnding(failure))
        leadOn(failure, (ending) => {
          act({ type: 'stopped', failure: ending });
          finish(shown.current, ending.kind === 'you-declined' ? 'declined' : ending.kind);
          redirect(ending.redirect);
        });
      else act({ type: 'stopped', failure });
      if (failure.kind === 'you-forwarded') finish(shown.current, 'forwarded');
    },
    [service, handBack, leadOn],
  );

  const report = useCallback(
    (cause: unknown) => {
      const failure = failureOf(cause);
      if (endsTheVisit(failure)) stop(failure);
    },
    [stop],
  );

  const watched = flow.at === 'welcome' || flow.at === 'turn' || flow.at === 'reading' || flow.at === 'review';
  const clock = useSessionClock(watched, service, keep, stop);
  const inPerson = service.inPerson();

  begin.current = clock.begin;

  const connect = useConnection({ service, first, act, stop, began, token, forget: ways.forget });

  // The input is stored, so that it is still there after a reload or after a phone has dropped the tab from memory.
  const signerId = viewOf(flow)?.signer.id ?? null;
  const draft = flow.at === 'review' ? flow.draft : null;
  useEffect(() => {
    if (signerId !== null && draft !== null) saveDraft(tabStorage, signerId, draft);
  }, [signerId, draft]);

  const completed = useRef<string | null>(null);
  const noteCompletion = useCallback((view: SigningView) => {
    if (view.document.status !== 'completed' || completed.current === view.document.id) return;
    completed.current = view.document.id;
    notifyParent({ event: 'completed', ...idsOf(view) });
  }, []);
  const receipt = flow.at === 'receipt' ? flow.view : null;
  useEffect(() => {
    if (receipt !== null) noteCompletion(receipt);
  }, [receipt, noteCompletion]);

  const submit = useCallback(
    (review: Review) => {
      marks.current = { signature: review.draft.signature, initials: review.draft.initials };
      act({ type: 'send' });
      void sign(service, review).then(
        (view) => {
          if (service.inPerson()) return handBack('signed');
          forgetDraft(tabStorage);
          notifyParent({ event: 'signed', ...idsOf(view) });
          // The completion is reported before the visit ends, because the embedding page may remove this page when the
          // visit ends.
          noteCompletion(view);
          act({ type: 'signed', view });
          // The visit first continues with the next document of the package, or with the visitor's next role in the
          // document.
          const all = allOf(view);
          if (all !== null && nextInPackage(all).next !== undefined) return;
          finish(view, 'signed');
          redirect(view.redirects.signed);
        },
        (cause: unknown) => {
          const failure = failureOf(cause);
          const isOver = isEnding(failure) || (service.inPerson() && endsTheVisit(failure));
          if (failure.kind === 'session-ended' || isOver) stop(failure);
          else act({ type: 'send-failed', failure, refused: refusedBy(failure, review) });
        },
      );
    },
    [service, stop, handBack, noteCompletion],
  );

  const leave = useCallback(
    async (view: SigningView, kind: 'you-declined' | 'you-forwarded', work: Promise<void>): Promise<Failure | null> => {
      try {
        await work;
      } catch (cause) {
        const failure = failureOf(cause);
        if (!endsTheVisit(failure)) return failure;
        stop(failure);
        return null;
      }
      forgetDraft(tabStorage);
      forgetSession(tabStorage);
      notifyParent({ event: BY_VISITOR[kind], ...idsOf(view) });
      const about = { title: view.document.title, sender: view.sender };
      const { declined } = view.redirects;
      if (kind === 'you-forwarded') stop({ kind, about });
      else stop({ kind, about, ...(declined !== null && { redirect: declined }) });
      return null;
    },
    [stop],
  );
  const decline = useCallback(
    (view: SigningView, reason: string) => leave(view, 'you-declined', service.decline(view.document.id, reason)),
    [leave, service],
  );
  const forward = useCallback(
    (view: SigningView, to: { email: string; name: string }) =>
      leave(view, 'you-forwarded', service.forward(view.document.id, to)),
    [leave, service],
  );
  const { goOn: open, asking, prove } = ways;
  const goOn = useCallback(
    async (from: string, to: string): Promise<Failure | null> => {
      const failure = await open(from, to);
      if (failure !== null && endsTheVisit(failure)) stop(failure);
      return failure;
    },
    [open, stop],
  );
  const retry = useCallback(() => connect(), [connect]);
  const enterCode = useCallback(
    (code: string) => {
      accessCode.current = code;
      const way = asking();
      if (way === null) connect({ accessCode: code });
      else prove(way, { accessCode: code }, stop);
    },
    [connect, asking, prove, stop],
  );
  const enterStep = useCallback(
    (stepCode: string) => {
      const { current } = accessCode;
      const proof = { stepCode, ...(current === undefined ? {} : { accessCode: current }) };
      const way = asking();
      if (way === null) connect(proof);
      else prove(way, proof, stop);
    },
    [connect, asking, prove, stop],
  );
  const sendStep = useCallback(async (): Promise<Failure | null> => {
    try {
      const way = asking();
      await service.sendCode(way === null ? token.current : way.link, accessCode.current, way?.to);
      return null;
    } catch (cause) {
      const failure = failureOf(cause);
      if (endsTheVisit(failure)) stop(failure);
      return failure;
    }
  }, [service, stop, asking]);

  return {
    flow,
    service,
    act,
    retry,
    submit,
    enterCode,
    enterStep,
    sendStep,
    goOn,
    decline,
    forward,
    report,
    clock,
    inPerson,
  };
}

type Connection = Start & {
  act: (action: Action) => void;
  stop: (failure: Failure) => void;
  began: (opened: Opened) => void;
  /** Discards the data of the previous visit. Called when a link is opened. */
  forget: () => void;
  token: { current: string | null };
};

/** Opens the link in the URL, or continues this tab's session. Returns a function that repeats this. */
function useConnection({ service, first, act, stop, began, forget, token }: Connection): (proof?: Proof) => void {
  const latest = useRef(0);
  const connect = useCallback(
    async (proof?: Proof) => {
      latest.current += 1;
      const attempt = latest.current;
      // The page stays visible while a code is checked, so that the visitor can correct a wrong code.
      if (proof === undefined) forget();
      act(proof === undefined ? { type: 'open' } : { type: 'try-code' });
      token.current = tokenInAddress(location.hash) ?? token.current;
      try {
        const opened = await (attempt === 1 ? first : exchange(service, token.current, proof));
        // Another link was opened in this tab after this request, so only the newer response is used.
        if (attempt !== latest.current) return;
        if (opened === null) return act({ type: 'stopped', failure: { kind: 'no-link' } });
        began(opened);
        const { view } = opened;
        act({ type: 'opened', view, saved: loadDraft(tabStorage, view.signer.id), today: localDate(new Date()) });
      } catch (cause) {
        if (attempt !== latest.current) return;
        const failure = failureOf(cause);
        if (failure.kind === 'code') act({ type: 'ask-code', asked: failure.asked });
        else if (failure.kind === 'step') act({ type: 'ask-step', asked: failure.asked });
        else stop(failure);
      }
    },
    [service, first, act, stop, began, forget, token],
  );

  useEffect(() => {
    void connect();
    // Opening another link in this tab changes only the fragment, which causes no reload.
    const changed = (): void => {
      if (tokenInAddress(location.hash) !== null) void connect();
    };
    window.addEventListener('hashchange', changed);
    return () => window.removeEventListener('hashchange', changed);
  }, [connect]);

  return useCallback((proof?: Proof) => void connect(proof), [connect]);
}

/**
 * Redirects to the application that the visitor came from. This page is replaced in the history, so that the back
 * button does not open a used link.
 */
function redirect(url: string | null | undefined): void {
  if (url) location.replace(url);
}

/** The visitor's own actions are reported when they happen. */
const BY_VISITOR: Partial<Record<Failure['kind'], 'declined' | 'forwarded'>> &
  Record<'you-declined' | 'you-forwarded', 'declined' | 'forwarded'> = {
  'you-declined': 'declined',
  'you-forwarded': 'forwarded',
};

/** Reports the end to the embedding page, which may then remove this page. */
function finish(view: SigningView | null, status: Finished): void {
  const { documentId, signerId } = view === null ? { documentId: null, signerId: null } : idsOf(view);
  notifyParent({ event: 'finished', documentId, signerId, status });
}

const idsOf = ({ document, signer }: SigningView) => ({ documentId: document.id, signerId: signer.id });

function keep({ bearer, expiresAt, view }: Opened): void {
  saveSession(tabStorage, { signerId: view.signer.id, bearer, expiresAt });
}

/**
 * Returns the time zone for local times on the certificate of completion. A browser without a known zone reports
 * Etc/Unknown.
 */
function ownTimeZone(): { timeZone?: string } {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone === undefined || timeZone === 'Etc/Unknown' ? {} : { timeZone };
}

/**
 * Returns the view after signing. If a retry after a lost response finds that the signature already exists, this is
 * treated as success.
 */
async function sign(service: Service, { view, draft }: Review): Promise<SigningView> {
  try {
    const signed = await service.sign(view.document.id, {
      consent: true,
      ...graphicsToSend(view, draft),
      fields: valuesToSend(view, draft),
      ...ownTimeZone(),
    });
    // After the visitor has signed, it may already be their turn in the next role.
    const now = view.roles.length < 2 ? null : await service.view(view.signer.id).catch(() => null);
    if (now !== null) return now;
    return {
      ...view,
      roles: view.roles.map((role) =>
        role.signer_id === view.signer.id ? { ...role, status: signed.signer.status } : role,
      ),
      signer: { ...view.signer, status: signed.signer.status, signed_at: signed.signer.signed_at },
      document: { ...view.document, status: signed.document.status },
      package: view.package && changedHere(view.package, { status: signed.signer.status }),
      receipt: signed.receipt,
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
    return field !== null && known.has(field) ? [[field, fault.code] as const] : [];
  });
  return Object.fromEntries(pairs);
}
