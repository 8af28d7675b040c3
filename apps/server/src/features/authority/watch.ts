/** Keeps the authorities of this process in sync with the database, and maintains them. */
import { sha256Hex } from '../../platform/crypto/tokens.ts';
import type { Authority } from './authority.ts';
import { maintainAuthorities, type MaintainOptions } from './maintain.ts';
import { selectAuthorities, type AuthorityRow } from './store.ts';
import { selectTimestampUnits, type TimestampUnitRow } from './timestamp-units.ts';

/** An operator's command takes effect in every process within this time. */
const CHECK_INTERVAL_MS = 5000;
const MAINTAIN_MS = 3_600_000;
const AUTH = { role: 'auth' } as const;

export type WatchOptions = MaintainOptions & { log: { warn(fields: object, message: string): void } };

export function watchAuthorities(authority: Authority, { log, ...options }: WatchOptions): { stop(): Promise<void> } {
  let known: string | undefined;
  let maintained = performance.now();
  let running: Promise<void> = Promise.resolve();
  const check = async (): Promise<void> => {
    const due = performance.now() - maintained > MAINTAIN_MS;
    if (due) maintained = performance.now();
    const maintainedRows = due ? await maintainAuthorities(options) : undefined;
    const [selected, units] = await options.database.queryAll(AUTH, [selectAuthorities(), selectTimestampUnits()]);
    const rows = maintainedRows ?? selected;
    const seen = fingerprint(rows, units);
    // The first poll returns the state with which the process started.
    if (known !== undefined && known !== seen) authority.reload(rows, units);
    known = seen;
  };
  // A failure is reported once, not at every check while the database is unavailable.
  let isFailing = false;
  const lookSafely = () =>
    check().then(
      () => {
        isFailing = false;
      },
      (err: unknown) => {
        if (!isFailing) log.warn({ err }, 'could not check the certification authorities');
        isFailing = true;
      },
    );
  const timer = setInterval(() => {
    running = running.then(lookSafely);
  }, CHECK_INTERVAL_MS);
  timer.unref();
  running = lookSafely();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

function fingerprint(rows: readonly AuthorityRow[], units: readonly TimestampUnitRow[]): string {
  const authorities = rows.map(({ environment, kind, generation, key_sealed: sealed, crl }) =>
    [environment, kind, generation, sealed ? sha256Hex(sealed) : '', crl ? sha256Hex(crl) : ''].join(' '),
  );
  return [...authorities, ...units.map(({ serial }) => serial)].join('\n');
}
