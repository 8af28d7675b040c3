/**
 * The layout of an archive (ADR 74), and the parts that are needed to restore a point in time. A position in the log
 * (LSN) is a byte count. A piece is the log between two positions. Its name contains both, so that a gap is visible
 * without opening the pieces.
 */
import { BackupError } from '../backup/errors.ts';

export type Piece = {
  from: bigint;
  to: bigint;
  /** Everything committed up to this time is in the log before `to`. */
  time: Date;
  /** The archive contains the files of all rows that were written by transactions before this one. */
  xmin: bigint;
};

/** A copy of the data folder. With the log from `start` on, it can restore each point in time after `doneAt`. */
export type Base = { id: string; start: bigint; stop: bigint; doneAt: Date };

/** A run is a continuous part of the log, of one cluster on one timeline. */
export type Run = { id: string; pieces: readonly Piece[]; bases: readonly Base[] };

export const manifestOfRun = (run: string): string => `${run}/run.json`;
export const manifestOfBase = (run: string, base: string): string => `${run}/bases/${base}/manifest.json`;

/** Parses a position in PostgreSQL's notation: two hexadecimal numbers with a slash. */
export const readLsn = (text: string): bigint => {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
};
export const writeLsn = (lsn: bigint): string =>
  `${(lsn >> 32n).toString(16)}/${(lsn & 0xffff_ffffn).toString(16)}`.toUpperCase();

const hex = (lsn: bigint): string => lsn.toString(16).padStart(16, '0');
/**
 * Formats a time in ISO 8601 basic format with milliseconds but without the decimal point, so that it sorts by time.
 */
export const stampOf = (time: Date): string => time.toISOString().replaceAll(/[-:.]/g, '');

export const nameOfPiece = (run: string, { from, to, time, xmin }: Piece): string =>
  `${run}/wal/${stampOf(time).slice(0, 8)}/${hex(from)}-${hex(to)}-${stampOf(time)}-${xmin}`;

const PIECE = /\/([0-9a-f]{16})-([0-9a-f]{16})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-(\d{1,20})$/;

export function readPieceName(name: string): Piece | undefined {
  const [, from, to, year, month, day, hour, minute, second, ms, xmin] = PIECE.exec(name) ?? [];
  if (from === undefined || to === undefined || xmin === undefined) return undefined;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return { from: BigInt(`0x${from}`), to: BigInt(`0x${to}`), time, xmin: BigInt(xmin) };
}

/** Returns pieces in order, without pieces that a killed process wrote and its successor wrote again. */
export function inOrder(pieces: Iterable<Piece>): Piece[] {
  const sorted = [...pieces].toSorted((a, b) =>
    a.from === b.from ? a.time.getTime() - b.time.getTime() : a.from < b.from ? -1 : 1,
  );
  const kept: Piece[] = [];
  for (const piece of sorted) {
    const before = kept.at(-1);
    // If two pieces begin at the same position, the longer piece contains more. A piece that lies within another
    // contains nothing new.
    if (before && piece.to <= before.to) continue;
    if (before?.from === piece.from) kept.pop();
    kept.push(piece);
  }
  return kept;
}

export function lastUnbroken(pieces: readonly Piece[]): Piece | undefined {
  let last: Piece | undefined;
  for (const piece of pieces) {
    if (last && piece.from > last.to) return last;
    last = piece;
  }
  return last;
}

export type Plan = { run: string; base: Base; pieces: Piece[]; reaches: Date };

/**
 * Returns the backup parts needed to restore to the given time, or to the latest time if omitted. The newest run may
 * not have a complete base yet, for example right after a restore. Falling back to an older run would lose later
 * changes, so an older run must be requested by its time.
 * @throws BackupError `unknown` | `damaged`
 */
export function planFor(runs: readonly Run[], until: Date | undefined, segmentBytes: number): Plan {
  const plans = runs.flatMap((run) => planWithin(run, until, segmentBytes) ?? []);
  const best = plans.toSorted((a, b) => a.reaches.getTime() - b.reaches.getTime()).at(-1);
  if (!best) throw new BackupError('unknown', reasonNotRestorable(runs, until));
  const newer = until ? undefined : runs.findLast(({ pieces }) => (pieces.at(-1)?.time ?? best.reaches) > best.reaches);
  if (newer)
    throw new BackupError(
      'unknown',
      `The newest run, ${newer.id}, ends at ${newer.pieces.at(-1)?.time.toISOString()} but contains no complete base backup yet, so it cannot be restored. The previous run, ${best.run}, ends at ${best.reaches.toISOString()}. To restore that run, set --to to the time at which it ends.`,
    );
  const gap = best.pieces.find((piece, at) => piece.from > (best.pieces[at - 1]?.to ?? piece.from));
  if (gap) {
    const before = best.pieces[best.pieces.indexOf(gap) - 1];
    throw new BackupError(
      'damaged',
      `The log is missing between ${before?.time.toISOString()} (${writeLsn(before?.to ?? 0n)}) and ${gap.time.toISOString()} (${writeLsn(gap.from)}). Restore to an earlier time.`,
    );
  }
  const first = best.pieces[0];
  if (!first || first.from > segmentStart(best.base.start, segmentBytes))
    throw new BackupError(
      'damaged',
      `The log is missing from ${writeLsn(best.base.start)} onward, although the base backup ${best.base.id} starts there.`,
    );
  return best;
}

export const segmentStart = (lsn: bigint, segmentBytes: number): bigint => lsn - (lsn % BigInt(segmentBytes));

function planWithin({ id, bases, pieces }: Run, until: Date | undefined, segmentBytes: number): Plan[] {
  const end = pieces.at(-1)?.time;
  if (!end || (until && until > end)) return [];
  const base = bases
    .filter(({ doneAt, stop }) => (!until || doneAt <= until) && pieces.some(({ to }) => to >= stop))
    .toSorted((a, b) => a.doneAt.getTime() - b.doneAt.getTime())
    .at(-1);
  if (!base) return [];
  const start = segmentStart(base.start, segmentBytes);
  const needed: Piece[] = [];
  for (const piece of pieces) {
    if (piece.to <= start) continue;
    const last = needed.at(-1);
    if (until && last && last.time >= until) break;
    needed.push(piece);
  }
  return [{ run: id, base, pieces: needed, reaches: until ?? end }];
}

/** Returns the restorable period of each run, oldest first. */
export function spans(runs: readonly Run[]): { from: Date; to: Date }[] {
  return runs
    .flatMap(({ bases, pieces }) => {
      const from = bases.toSorted((a, b) => a.doneAt.getTime() - b.doneAt.getTime())[0]?.doneAt;
      const to = pieces.at(-1)?.time;
      return from && to && from <= to ? [{ from, to }] : [];
    })
    .toSorted((a, b) => a.from.getTime() - b.from.getTime());
}

function reasonNotRestorable(runs: readonly Run[], until: Date | undefined): string {
  const all = spans(runs).map(({ from, to }) => `from ${from.toISOString()} to ${to.toISOString()}`);
  if (all.length === 0) return 'The archive does not contain a complete base backup with its log yet.';
  return `The archive cannot restore ${until?.toISOString() ?? 'any time'}. It can restore any time ${all.join(' and ')}.`;
}
