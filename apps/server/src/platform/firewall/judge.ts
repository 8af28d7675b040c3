import { isScanner } from './agents.ts';
import { decodeOnce, isLookalike } from './decode.ts';
import type { Place } from './place.ts';
import { Reading } from './readings.ts';
import { type Rule, RULES, type RuleId, type Severity } from './rules.ts';
import { beginsAsBreakOut, isLetter, isPlain, isSentence } from './text.ts';

export type Finding = { ruleId: RuleId; severity: Severity };

const SEVERITIES = new Map<string, Severity>(RULES.map(({ id, severity }) => [id, severity]));
export const finding = (ruleId: RuleId): Finding => ({ ruleId, severity: SEVERITIES.get(ruleId) ?? 'high' });

export class Budget {
  #strict = MAX_STRICT;
  #prose = MAX_PROSE;

  /** Counts characters of strict text. Returns false once too many have been inspected. */
  useStrict(characters: number): boolean {
    return (this.#strict -= characters) >= 0;
  }

  /** Counts characters of prose with signs of an attack. Returns false once too many have been inspected. */
  useProse(characters: number): boolean {
    return (this.#prose -= characters) >= 0;
  }
}

/** The maximum number of characters of strict text. A text counts again each time it is decoded. */
const MAX_STRICT = 100_000;
/** The cost of inspecting a string, in addition to its number of characters. */
const COST_OF_TEXT = 24;
/**
 * The maximum number of prose characters. They count again for each pattern against which they are matched. 1 MB of
 * harmless lines from the corpora that look like attacks stays below this limit.
 */
const MAX_PROSE = 1_200_000;
/** The cost of a match in addition to the characters of its text. */
const COST_OF_MATCH = 30;
/** Longer prose is not inspected, because in prose only the whole text can be an attack, and attacks are short. */
const LONGEST_PROSE = 1000;
/**
 * The maximum number of times that text is decoded. Prose is decoded only once, because it is displayed as it was
 * typed.
 */
const MAX_DECODINGS = { machine: 3, written: 1 };

type Prepared = {
  id: RuleId;
  patterns: NonNullable<Rule['patterns'][Place]>;
  /** Masks of required characters. A text must contain a character of each group. */
  masks: readonly number[];
  isWhole: boolean;
};

function prepare(place: Place): Prepared[] {
  const isWritten = place === 'prose' || place === 'file-name';
  return (RULES as readonly Rule[]).flatMap(({ id, patterns, needs, proseNeeds, isWhole = false }) => {
    const own = patterns[place];
    const groups = isWritten ? (proseNeeds ?? []) : needs === undefined ? [] : [needs];
    return own ? [{ id: id as RuleId, patterns: own, masks: groups.map(maskOf), isWhole }] : [];
  });
}

const SIGNS = '\'"=();,|&#-<>*/`.:$[{_@\\%\n\r\0+!';

/** Returns the bit of a character in a mask. Only the characters that a rule can require have a bit. */
function bitOf(code: number): number {
  const index = SIGNS.indexOf(code === 0x2028 || code === 0x560a || code === 0x560d ? '\n' : String.fromCharCode(code));
  return index < 0 ? 0 : 1 << index;
}

function maskOf(characters: string): number {
  let mask = 0;
  for (const character of characters) {
    const bit = bitOf(character.charCodeAt(0));
    if (bit === 0) return -1;
    mask |= bit;
  }
  return mask;
}

const BITS = Int32Array.from({ length: 128 }, (_, code) => bitOf(code));
const LOOKALIKE = 1 << 30;

function signsOf(text: string): number {
  let signs = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 128) signs |= BITS[code] ?? 0;
    else if (code >= 0x2025 && isLookalike(code)) signs |= LOOKALIKE;
    else if (code === 0x2028 || code === 0x560a || code === 0x560d) signs |= bitOf(code);
  }
  return signs;
}

const PREPARED: Readonly<Record<Place, readonly Prepared[]>> = {
  prose: prepare('prose'),
  strict: prepare('strict'),
  path: prepare('path'),
  'file-name': prepare('file-name'),
  header: prepare('header'),
  key: prepare('key'),
};

/** The rules that can match a string, cached by the place of the string and by the characters it contains. */
const CANDIDATES = new Map<Place, Map<number, readonly Prepared[]>>();
const MAX_REMEMBERED = 2000;

function candidates(place: Place, signs: number): readonly Prepared[] {
  let known = CANDIDATES.get(place);
  if (!known) CANDIDATES.set(place, (known = new Map()));
  const found = known.get(signs);
  if (found) return found;
  const own = PREPARED[place].filter(({ masks }) => masks.every((mask) => (signs & mask) !== 0));
  if (known.size >= MAX_REMEMBERED) known.clear();
  known.set(signs, own);
  return own;
}

const ENCODED = maskOf('%\\') | LOOKALIKE;
const AMPERSAND = maskOf('&');
/** Characters that are encoded twice only to hide them. */
const HIDDEN = maskOf('\'"<>();`{\\\0\n\r$|');

/** Returns whether decoding may change the text. An `&` must begin an entity. */
function mayBeEncoded(text: string, signs: number): boolean {
  if ((signs & ENCODED) !== 0 || text.includes('+A')) return true;
  if ((signs & AMPERSAND) === 0) return false;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    const next = text.charCodeAt(at + 1);
    if (next === 35 || isLetter(next)) return true;
  }
  return false;
}

type Options = { except?: ReadonlySet<string> | undefined; budget?: Budget };

/** Returns the finding in a string, or undefined. `except` skips rules that are turned off for its field. */
export function judgeText(text: string, place: Place, options: Options = {}): Finding | undefined {
  if (isPlain(text)) return undefined;
  const { except, budget = new Budget() } = options;
  return place === 'prose' || place === 'file-name'
    ? judgeWritten(text.trim(), place, except, budget)
    : judgeMachine(text, place, except, budget);
}

function judgeWritten(
  text: string,
  place: 'prose' | 'file-name',
  except: ReadonlySet<string> | undefined,
  budget: Budget,
): Finding | undefined {
  if (text.length > LONGEST_PROSE) return undefined;
  let current = text;
  for (let times = 0; ; times++) {
    const signs = signsOf(current);
    const found = applied(current, signs, place, except, budget);
    if (found || times === MAX_DECODINGS.written || !mayBeEncoded(current, signs)) return found;
    const decoded = decodeOnce(current).text;
    if (decoded === current) return undefined;
    current = decoded;
  }
}

function judgeMachine(
  text: string,
  place: Place,
  except: ReadonlySet<string> | undefined,
  budget: Budget,
): Finding | undefined {
  const may = (ruleId: RuleId) => (except?.has(ruleId) === true ? undefined : finding(ruleId));
  let current = text;
  let signs = signsOf(text);
  for (let times = 0; ; times++) {
    if (!budget.useStrict(current.length + COST_OF_TEXT)) return may('too-complex');
    const found = applied(current, signs, place, except, budget);
    if (found) return times < 2 ? found : (may('encoding-double') ?? found);
    if (times === MAX_DECODINGS.machine || !mayBeEncoded(current, signs)) return undefined;
    const decoded = decodeOnce(current);
    if (decoded.isOverlong && may('encoding-overlong')) return may('encoding-overlong');
    if (decoded.text === current) return undefined;
    const before = signs;
    current = decoded.text;
    signs = signsOf(current);
    const isHidden = times > 0 && (signs & ~before & HIDDEN) !== 0;
    if (isHidden && may('encoding-double')) return may('encoding-double');
  }
}

function applied(
  text: string,
  signs: number,
  place: Place,
  except: ReadonlySet<string> | undefined,
  budget: Budget,
): Finding | undefined {
  const isWritten = place === 'prose' || place === 'file-name';
  let reading: Reading | undefined;
  // A sentence that quotes an attack is not an attack itself.
  let isQuoted: boolean | undefined;
  let isBreakOut: boolean | undefined;
  for (const { id, patterns, isWhole } of candidates(place, signs)) {
    if (except?.has(id) === true) continue;
    if (isWritten && isWhole && !(isBreakOut ??= beginsAsBreakOut(text))) continue;
    if (place === 'prose' && !isWhole && (isQuoted ??= isSentence(text))) continue;
    reading ??= new Reading(text);
    for (const one of patterns) {
      if (isWritten && !budget.useProse(text.length + COST_OF_MATCH)) return finding('too-complex');
      if (one.matches(reading.view(one.view))) return finding(id);
    }
  }
  return undefined;
}

export function judgeAgent(agent: string): Finding | undefined {
  return isScanner(agent.slice(0, 1024).toLowerCase()) ? finding('scanner-agent') : undefined;
}

/** Compiles all patterns, one after another, so that no request waits for it. Other work can run in between. */
export async function compilePatterns(): Promise<void> {
  for (const rule of RULES as readonly Rule[])
    for (const one of Object.values(rule.patterns).flat()) {
      one.matches('');
      await new Promise(setImmediate);
    }
}
