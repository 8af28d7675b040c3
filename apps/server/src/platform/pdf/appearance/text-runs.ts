import bidiJs from 'bidi-js';
import type { Bidi } from 'bidi-js';

import { graphemesOf } from '../../graphemes.ts';
import { SCRIPTS_WITH_FONT } from './script-fonts.ts';
import type { Typeface } from './typeface.ts';

export interface TextRun {
  readonly text: string;
  readonly font: Typeface;
  readonly isRightToLeft: boolean;
  /** True for a letter that no font has. It is drawn as a replacement character. */
  readonly isMissing?: boolean;
}

interface LevelRun {
  readonly text: string;
  readonly level: number;
}

/** Matches Hebrew, Arabic, Syriac, Thaana, N'Ko and newer scripts, and the characters that change the direction. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The scripts, most frequent first. Each script has its own shaping rules, so a run must not mix them. */
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  /\p{Script=Hangul}/u,
  ...SCRIPTS_WITH_FONT.map((script) => new RegExp(`\\p{Script=${script}}`, 'u')),
];
/** Matches characters without a script: digits, punctuation, spaces, and marks that take the script of their letter. */
const NEUTRAL = /[\p{Script=Common}\p{Script=Inherited}]/u;

/** Matches embeddings, overrides and isolates, which order the surrounding text and are not drawn. */
const ORDERING = /[\u202a-\u202e\u2066-\u2069]/g;
const REPLACEMENT = 0xfffd;

const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;

/** The package's types declare a default export. In Node, it is CommonJS and exports the factory itself. */
const bidi = (bidiJs as unknown as () => Bidi)();

/**
 * Splits a line into runs in visual order from left to right, and lists letters that no font has. Direction follows the
 * Unicode Bidirectional Algorithm (UAX #9). The line's base direction is that of its first letter.
 */
export function textRuns(
  line: string,
  fonts: readonly Typeface[],
): { runs: TextRun[]; missing: string[]; isRightToLeft: boolean } {
  const missing = new Set<string>();
  const { levelRuns, isRightToLeft: isLineRightToLeft } = visualOrder(line);
  const runs = levelRuns.flatMap(({ text, level }) => {
    const isRightToLeft = level % 2 === 1;
    const pieces = fontRuns(text.replaceAll(ORDERING, ''), fonts, missing).map((piece) => ({
      ...piece,
      isRightToLeft,
    }));
    return isRightToLeft ? pieces.reverse() : pieces;
  });
  return { runs, missing: [...missing], isRightToLeft: isLineRightToLeft };
}

/** Returns runs of one embedding level, from left to right (UAX #9, rule L2, applied to runs instead of characters). */
function visualOrder(line: string): { levelRuns: LevelRun[]; isRightToLeft: boolean } {
  if (!RIGHT_TO_LEFT.test(line))
    return { levelRuns: line === '' ? [] : [{ text: line, level: 0 }], isRightToLeft: false };
  const { levels, paragraphs } = bidi.getEmbeddingLevels(inPlane0(line));
  const runs: LevelRun[] = [];
  let start = 0;
  for (let end = 1; end <= line.length; end += 1) {
    if (end < line.length && levels[end] === levels[start]) continue;
    runs.push({ text: line.slice(start, end), level: levels[start] ?? 0 });
    start = end;
  }
  const highest = Math.max(...runs.map((run) => run.level));
  for (let level = highest; level > 0; level -= 1) reverseStretches(runs, (run) => run.level >= level);
  return { levelRuns: runs, isRightToLeft: (paragraphs[0]?.level ?? 0) % 2 === 1 };
}

/**
 * Replaces characters beyond U+FFFF. The bidi library reads UTF-16 units and treats each half of such a character as a
 * left-to-right letter. Right-to-left letters and symbols are replaced with a character of the same class and length.
 */
function inPlane0(line: string): string {
  return line
    .replaceAll(/[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu, '\u05d0\u05d0')
    .replaceAll(/(?=[\u{10000}-\u{10ffff}])[^\p{L}\p{M}\p{N}]/gu, '\u2605\u2605');
}

function reverseStretches(runs: LevelRun[], isInside: (run: LevelRun) => boolean): void {
  for (let start = 0; start < runs.length; start += 1) {
    let end = start;
    for (let run = runs[end]; run !== undefined && isInside(run); run = runs[end]) end += 1;
    if (end > start + 1) runs.splice(start, end - start, ...runs.slice(start, end).reverse());
    start = Math.max(start, end);
  }
}

interface FontRun {
  text: string;
  font: Typeface;
  script: number;
  isMissing?: boolean;
}

/** Chooses fonts word by word, so that a word is never set in two styles. */
function fontRuns(text: string, fonts: readonly Typeface[], missing: Set<string>): Omit<TextRun, 'isRightToLeft'>[] {
  const [first] = fonts;
  if (first === undefined) throw new Error('a style has no font');
  const runs: FontRun[] = [];
  const add = (piece: string, font: Typeface): void => {
    for (const part of splitByScript(piece)) {
      const last = runs.at(-1);
      const isSame =
        last?.font === font &&
        last.isMissing !== true &&
        (part.script === -1 || last.script === -1 || last.script === part.script);
      if (last === undefined || !isSame) runs.push({ ...part, font });
      else {
        last.text += part.text;
        if (last.script === -1) last.script = part.script;
      }
    }
  };
  /** Adds a letter that no font has, with all of its marks, because the marks may be from another font. */
  const addApart = (letter: string): void => {
    const characters = [...letter];
    const found = characters.map((character) => fonts.find((font) => hasCharacter(font, character)));
    if (found[0] === undefined) {
      missing.add(letter);
      const font = fonts.find((candidate) => candidate.has(REPLACEMENT)) ?? first;
      runs.push({ text: letter, font, script: -1, isMissing: true });
      return;
    }
    let before = found[0];
    for (const [index, character] of characters.entries()) {
      const font = INVISIBLE.test(character) || hasCharacter(before, character) ? before : found[index];
      if (font === undefined) addApart(character);
      else add(character, (before = font));
    }
  };
  for (const word of text.match(/ +|[^ ]+/g) ?? []) {
    const isSpace = word.startsWith(' ');
    const last = runs.at(-1);
    // A space after an emoji or a symbol is set in the first font, because fonts for emoji and symbols have a space as
    // wide as a symbol.
    const font = isSpace
      ? last === undefined || last.script === -1
        ? first
        : last.font
      : fonts.find((candidate) => covers(candidate, word));
    if (font !== undefined) {
      add(word, font);
      continue;
    }
    for (const { segment } of graphemesOf(word)) {
      const fallback = fonts.find((candidate) => covers(candidate, segment));
      if (fallback === undefined) addApart(segment);
      else add(segment, fallback);
    }
  }
  return runs;
}

/**
 * Normalizes a line to the composed form (fonts have é, not e and an accent), without control characters and with every
 * kind of space as a plain space.
 */
export function normalizeLine(text: string): string {
  return text.normalize('NFC').replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ');
}

/** Returns whether a character is a joiner, a variation selector or another character that is not drawn. */
export function isInvisible(character: string): boolean {
  return INVISIBLE.test(character);
}

function covers(font: Typeface, text: string): boolean {
  for (const character of text) {
    if (hasCharacter(font, character) || INVISIBLE.test(character)) continue;
    // HarfBuzz composes a missing letter from its components.
    const parts = [...character.normalize('NFD')];
    if (parts.length === 1 || !parts.every((part) => hasCharacter(font, part))) return false;
  }
  return true;
}

function hasCharacter(font: Typeface, character: string): boolean {
  return font.has(character.codePointAt(0) ?? 0);
}

/**
 * Splits text where the script changes. Digits, marks and punctuation (script -1) belong to the letters before them.
 */
function splitByScript(text: string): { text: string; script: number }[] {
  const parts: { text: string; script: number }[] = [];
  for (const character of text) {
    const script = scriptOf(character);
    const last = parts.at(-1);
    if (last === undefined || (script !== -1 && last.script !== -1 && script !== last.script))
      parts.push({ text: character, script });
    else {
      last.text += character;
      if (last.script === -1) last.script = script;
    }
  }
  return parts;
}

function scriptOf(character: string): number {
  // ASCII is checked first, because nearly every caption is ASCII.
  if (character <= '\u007f') return /[A-Za-z]/.test(character) ? 0 : -1;
  return NEUTRAL.test(character) ? -1 : SCRIPTS.findIndex((pattern) => pattern.test(character));
}
