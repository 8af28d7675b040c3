import bidiJs from 'bidi-js';
import type { Bidi } from 'bidi-js';

import { graphemesOf } from '../../graphemes.ts';
import type { Typeface } from './typeface.ts';

/** A stretch of text in one font, script and direction. */
export interface TextRun {
  readonly text: string;
  readonly font: Typeface;
  readonly isRightToLeft: boolean;
}

interface LevelRun {
  readonly text: string;
  readonly level: number;
}

/** Hebrew, Arabic, Syriac, Thaana, N'Ko and younger scripts, and the characters that turn the direction. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Scripts that one font may hold together: a run must not mix them, since each is shaped by rules of its own. */
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Hangul}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
];

const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;

/** The package's types speak of a default export; to Node it is CommonJS whose export is the factory itself. */
const bidi = (bidiJs as unknown as () => Bidi)();

/**
 * Splits a line into runs in the order they stand on paper from left to right, and names what no font has.
 * Direction follows the Unicode Bidirectional Algorithm (UAX #9); the line's own direction is that of its first letter.
 */
export function textRuns(
  line: string,
  fonts: readonly Typeface[],
): { runs: TextRun[]; missing: string[]; isRightToLeft: boolean } {
  const missing = new Set<string>();
  const { levelRuns, isRightToLeft: isLineRightToLeft } = visualOrder(line);
  const runs = levelRuns.flatMap(({ text, level }) => {
    const isRightToLeft = level % 2 === 1;
    const pieces = fontRuns(text, fonts, missing).map((piece) => ({ ...piece, isRightToLeft }));
    return isRightToLeft ? pieces.reverse() : pieces;
  });
  return { runs, missing: [...missing], isRightToLeft: isLineRightToLeft };
}

/** Runs of one embedding level, from left to right (UAX #9, rule L2, applied to runs instead of characters). */
function visualOrder(line: string): { levelRuns: LevelRun[]; isRightToLeft: boolean } {
  if (!RIGHT_TO_LEFT.test(line))
    return { levelRuns: line === '' ? [] : [{ text: line, level: 0 }], isRightToLeft: false };
  const { levels, paragraphs } = bidi.getEmbeddingLevels(line);
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

function reverseStretches(runs: LevelRun[], isInside: (run: LevelRun) => boolean): void {
  for (let start = 0; start < runs.length; start += 1) {
    let end = start;
    for (let run = runs[end]; run !== undefined && isInside(run); run = runs[end]) end += 1;
    if (end > start + 1) runs.splice(start, end - start, ...runs.slice(start, end).reverse());
    start = Math.max(start, end);
  }
}

/** Chooses fonts word by word, so that a word is never set half in one hand and half in another. */
function fontRuns(text: string, fonts: readonly Typeface[], missing: Set<string>): { text: string; font: Typeface }[] {
  const runs: { text: string; font: Typeface; script: number }[] = [];
  const add = (piece: string, font: Typeface): void => {
    for (const part of splitByScript(piece)) {
      const last = runs.at(-1);
      const isSame = last?.font === font && (part.script === -1 || last.script === -1 || last.script === part.script);
      if (last === undefined || !isSame) runs.push({ ...part, font });
      else {
        last.text += part.text;
        if (last.script === -1) last.script = part.script;
      }
    }
  };
  for (const word of text.match(/ +|[^ ]+/g) ?? []) {
    const font = word.startsWith(' ')
      ? (runs.at(-1)?.font ?? fonts[0])
      : fonts.find((candidate) => covers(candidate, word));
    if (font !== undefined) {
      add(word, font);
      continue;
    }
    for (const { segment } of graphemesOf(word)) {
      const fallback = fonts.find((candidate) => covers(candidate, segment));
      if (fallback === undefined) missing.add(segment);
      else add(segment, fallback);
    }
  }
  return runs;
}

/** Composed form (fonts have é, not e and an accent), no control characters, every kind of space a plain one. */
export function normalizeLine(text: string): string {
  return text.normalize('NFC').replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ');
}

function covers(font: Typeface, text: string): boolean {
  for (const character of text) {
    if (hasCharacter(font, character) || INVISIBLE.test(character)) continue;
    // HarfBuzz builds a letter it does not find from its parts.
    const parts = [...character.normalize('NFD')];
    if (parts.length === 1 || !parts.every((part) => hasCharacter(font, part))) return false;
  }
  return true;
}

function hasCharacter(font: Typeface, character: string): boolean {
  return font.has(character.codePointAt(0) ?? 0);
}

/** Digits, marks and punctuation (-1) go with the letters before them. */
function splitByScript(text: string): { text: string; script: number }[] {
  const parts: { text: string; script: number }[] = [];
  for (const character of text) {
    // ASCII first: nearly every caption is nothing else.
    const isAscii = character <= '\u007f';
    const script = isAscii
      ? /[A-Za-z]/.test(character)
        ? 0
        : -1
      : SCRIPTS.findIndex((pattern) => pattern.test(character));
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
