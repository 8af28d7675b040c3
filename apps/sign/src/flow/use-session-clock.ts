/** Manages the half-hour session. It is extended while the signer is active, and a warning is shown before it ends. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { judgeSession } from './clock.ts';
import { failureOf, isTemporary, type Failure } from './failure.ts';
import type { Opened, Service } from './service.ts';

export type SessionClock = {
  /** The number of seconds left if the session ends soon, otherwise null. */
  warning: number | null;
  /** Starts the clock. `expiresAt` is ISO 8601. */
  begin: (expiresAt: string) => void;
  stay: () => void;
};

const signsOfLife = ['pointerdown', 'keydown', 'scroll', 'input'] as const;

export function useSessionClock(
  watched: boolean,
  service: Service,
  onExtended: (opened: Opened) => void,
  onEnd: (failure: Failure) => void,
): SessionClock {
  const [warning, setWarning] = useState<number | null>(null);
  const times = useRef({ expiresAt: Infinity, lastExtended: 0, lastActive: 0 });
  const extending = useRef(false);

  const begin = useCallback((expiresAt: string) => {
    const now = Date.now();
    times.current = { expiresAt: Date.parse(expiresAt), lastExtended: now, lastActive: now };
    setWarning(null);
  }, []);

  const stay = useCallback(() => {
    if (extending.current) return;
    extending.current = true;
    service
      .extend()
      .then(
        (opened) => {
          onExtended(opened);
          begin(opened.expiresAt);
        },
        (cause: unknown) => {
          const failure = failureOf(cause);
          // If there is no connection, the next activity retries. A failed request does not end the session, which
          // lasts until it expires.
          if (!isTemporary(failure)) onEnd(failure);
          else times.current.lastExtended = Date.now();
        },
      )
      .finally(() => {
        extending.current = false;
      });
  }, [service, onExtended, onEnd, begin]);

  useEffect(() => {
    if (!watched) return;
    const alive = (): void => {
      times.current.lastActive = Date.now();
    };
    const look = (): void => {
      const verdict = judgeSession({ now: Date.now(), isFixed: service.inPerson(), ...times.current });
      if (verdict.state === 'over') return onEnd({ kind: 'session-ended' });
      if (verdict.state === 'extend') stay();
      setWarning(verdict.state === 'warn' ? verdict.secondsLeft : null);
    };
    const timer = setInterval(look, 1000);
    // Timers are paused in a background tab, so the clock is checked when the tab becomes visible.
    document.addEventListener('visibilitychange', look);
    for (const sign of signsOfLife) window.addEventListener(sign, alive, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      for (const sign of signsOfLife) window.removeEventListener(sign, alive, { capture: true });
    };
  }, [watched, service, stay, onEnd]);

  return { warning: watched ? warning : null, begin, stay };
}
