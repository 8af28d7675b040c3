/**
 * Moves from one document of a package to the next, after a click or automatically if a document has ended without a
 * signature.
 */
import type { SigningView } from '@countersign/contract';
import { useCallback, useRef } from 'preact/hooks';
import { type Ending, endsTheVisit, failureOf, type Failure } from './failure.ts';
import { type Draft, localDate } from './fields.ts';
import type { Action } from './flow.ts';
import { changedHere, currentEntry, type Known, nextInPackage, withKnown } from './package.ts';
import type { Opened, Proof, Service } from './service.ts';

/** `link` is set if there is no bearer token because the first document had already ended before it was shown. */
export type Way = { from: string; to: string; link: string | null; after: Ending | null };

type Parts = {
  service: Service;
  act: (action: Action) => void;
  token: { current: string | null };
  accessCode: { current: string | undefined };
  marks: { current: Pick<Draft, 'signature' | 'initials'> };
  shown: { current: SigningView | null };
  /** Stores the session and starts the session clock. */
  began: (opened: Opened) => void;
};

export type PackageWays = {
  /** Continues with another document. Returns the failure, if any. */
  goOn: (from: string, to: string) => Promise<Failure | null>;
  /**
   * Continues after a document that has ended. If no other document is waiting or available, the visit ends and shows
   * the current state of the package.
   */
  leadOn: (ending: Ending, give: (up: Ending) => void) => void;
  /** Returns the document that requires a code before it is shown, or null if it is the first document of the visit. */
  asking: () => Way | null;
  /** Opens the document with the entered code. */
  prove: (way: Way, proof: Proof, failed: (failure: Failure) => void) => void;
  /** Discards the data of this visit, because another link was opened. */
  forget: () => void;
};

export function usePackage({ service, act, token, accessCode, marks, shown, began }: Parts): PackageWays {
  const known = useRef<Known>(new Map());
  const asked = useRef<Way | null>(null);

  const open = useCallback(
    async (way: Way, failed: (failure: Failure) => void, proof: Proof = {}): Promise<void> => {
      try {
        const opened = await service.goOn(way.from, way.to, {
          ...proof,
          ...(way.link !== null && { token: way.link }),
        });
        asked.current = null;
        // The link's token belongs to the first document. A reload continues with the session of the current document.
        token.current = null;
        began(opened);
        const saved = { values: {}, placed: [], ...marks.current };
        act({ type: 'opened', view: opened.view, saved, today: localDate(new Date()), after: way.after });
      } catch (cause) {
        const failure = failureOf(cause);
        if (failure.kind !== 'code' && failure.kind !== 'step') return failed(failure);
        // All documents usually have the same code, so the previous code is tried before the visitor is asked.
        const before = accessCode.current;
        if (failure.kind === 'code' && proof.accessCode === undefined && before !== undefined)
          return open(way, failed, { accessCode: before });
        asked.current = way;
        act(
          failure.kind === 'code'
            ? { type: 'ask-code', asked: failure.asked }
            : { type: 'ask-step', asked: failure.asked },
        );
      }
    },
    [service, act, token, accessCode, marks, began],
  );

  const linkFor = useCallback(
    (from: string): string | null => (shown.current?.signer.id === from ? null : token.current),
    [shown, token],
  );

  const goOn = useCallback(
    (from: string, to: string): Promise<Failure | null> =>
      new Promise((resolve) => {
        void open({ from, to, link: linkFor(from), after: null }, resolve).then(() => resolve(null));
      }),
    [open, linkFor],
  );

  const leadOn = useCallback(
    (ending: Ending, give: (up: Ending) => void): void => {
      const given = ending.all ?? shown.current?.package ?? null;
      const own = given && currentEntry(given);
      if (!given || !own) return give(ending);
      const status = ending.kind === 'you-declined' ? 'declined' : ending.kind;
      const changed = changedHere(given, {
        document_status: status,
        ...(ending.kind === 'you-declined' && { status: 'declined' as const }),
      });
      known.current = new Map([...known.current, [own.signer_id, status]]);
      const all = withKnown(changed, known.current);
      const stays: Ending = { ...ending, all };
      const { next } = nextInPackage(all);
      if (!next) return give(stays);
      const link = linkFor(own.signer_id);
      act({ type: 'open' });
      void open({ from: own.signer_id, to: next.signer_id, link, after: ending }, (failure) => {
        // If the next document has ended too, the page tries the next one. After any other failure, the visitor can
        // retry.
        if (endsTheVisit(failure) && 'all' in failure) leadOn(failure, give);
        else give(stays);
      });
    },
    [open, act, shown, linkFor],
  );

  const prove = useCallback(
    (way: Way, proof: Proof, failed: (failure: Failure) => void): void => {
      act({ type: 'try-code' });
      void open(way, failed, proof);
    },
    [open, act],
  );
  const asking = useCallback(() => asked.current, []);
  const forget = useCallback(() => void (asked.current = null), []);

  return { goOn, leadOn, asking, prove, forget };
}
