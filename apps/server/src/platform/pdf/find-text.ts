/**
 * Finds text in a document, for fields whose positions depend on that text (ADR 32). Positions are relative to the page
 * as displayed.
 */
import type { TagKind } from '@countersign/contract';
import { isApart, letterOf, union } from './page-view.ts';
import type { LocalSource } from './pdf-source.ts';
import { type PageBox, withDocument } from './pdfium/index.ts';
import { readTag } from './read-tag.ts';

export type TextWanted = { anchors: readonly string[]; tags: boolean; variables?: boolean };
/** The box around a match. If the text continues on another line, the box covers only the first line. */
export type TextPlace = PageBox & { readonly page: number };
export type FoundTag = {
  readonly kind: TagKind;
  /** The number of the signer, starting at 1. */
  readonly signer: number;
  readonly label?: string;
  readonly required: boolean;
  readonly place: TextPlace;
};
/** Text between two braces that is not a tag. */
export type TagProblem = { readonly text: string; readonly problem: string; readonly page: number };
export type TextFound = {
  /** One list of results for each requested text, in order. Each list is in reading order. */
  readonly anchors: readonly (readonly TextPlace[])[];
  readonly tags: readonly FoundTag[];
  readonly problems: readonly TagProblem[];
  readonly variables: readonly FoundVariable[];
  /** Text between two square brackets that is not a variable name. */
  readonly notVariables: readonly { readonly text: string; readonly page: number }[];
};
/** A variable in the text. `right` is the left edge of the next text on the line, or null if no text follows. */
export type FoundVariable = { readonly name: string; readonly place: TextPlace; readonly right: number | null };

/**
 * The maximum number of characters of a page. A page of small print has about 10,000. There is a limit per document
 * too.
 */
const MAX_CHARACTERS = 100_000;
const MAX_CHARACTERS_IN_ALL = 5_000_000;
/**
 * The maximum number of matches for each requested text. More fields are never needed, and a single letter occurs
 * everywhere.
 */
const MAX_PLACES = 1000;
/**
 * The maximum number of variables. Nobody fills in more fields by hand, and the text around each variable must be
 * searched.
 */
const MAX_VARIABLES = 500;
const VARIABLE = /\[\[([^[\]]{0,200})\]\]/g;
const VARIABLE_NAME = /^\p{L}[\p{L}\p{M}\p{N}_.-]{0,59}$/u;
const TAG = /\{\{([^{}]{0,200})\}\}/g;

/** Throws PdfiumError or PdfSourceError. */
export function findText(
  source: LocalSource,
  { anchors, tags: wantsTags, variables: wantsVariables = false }: TextWanted,
): Promise<TextFound> {
  const wanted = anchors.map(normal);
  return withDocument(source, (pages, open) => {
    const places: TextPlace[][] = wanted.map(() => []);
    const tags: FoundTag[] = [];
    const problems: TagProblem[] = [];
    const variables: FoundVariable[] = [];
    const notVariables: { text: string; page: number }[] = [];
    let left = MAX_CHARACTERS_IN_ALL;
    for (let number = 1; number <= pages && left > 0; number += 1) {
      const search = (text: PageString): void => {
        for (const [index, one] of wanted.entries()) places[index]?.push(...text.find(one));
        for (const match of wantsVariables ? text.text.matchAll(VARIABLE) : []) {
          const name = (match[1] ?? '').trim();
          const place = text.placeOf(match.index, match.index + match[0].length);
          if (place === undefined || variables.length >= MAX_VARIABLES) continue;
          if (VARIABLE_NAME.test(name)) variables.push({ name, place, right: text.rightOf(place) });
          else notVariables.push({ text: match[0], page: number });
        }
        for (const match of wantsTags ? text.text.matchAll(TAG) : []) {
          const tag = readTag(match[1] ?? '');
          const place = text.placeOf(match.index, match.index + match[0].length);
          if (place === undefined) continue;
          if ('problem' in tag) problems.push({ text: match[0], problem: tag.problem, page: number });
          else tags.push({ ...tag, place });
        }
      };
      left -= open(number, (page) =>
        page.withText(Math.min(MAX_CHARACTERS, left), (codePoints, boxOf) => {
          search(new PageString(codePoints, boxOf, number));
          return codePoints.length;
        }),
      );
    }
    const some = <One>(all: readonly One[]): readonly One[] => all.slice(0, MAX_PLACES);
    return {
      anchors: places.map(some),
      tags: some(tags),
      problems: some(problems),
      variables,
      notVariables: some(notVariables),
    };
  });
}

/** Visible ASCII characters, which normalization does not change. */
const isPlain = (codePoint: number): boolean => codePoint > 0x20 && codePoint < 0x7f;

/** Replaces ligatures and full-width letters with plain letters, and any white space with one space. */
const normal = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, ' ').trim();

/** The text of a page. Each UTF-16 unit refers to its character, whose box is read when it is needed. */
class PageString {
  readonly text: string;
  readonly #page: number;
  readonly #boxOf: (index: number) => PageBox | undefined;
  /** The boxes that have been read. They are cached, because each variable is compared with all of them. */
  readonly #boxes: (PageBox | null | undefined)[] = [];
  /** For each UTF-16 unit of the text, the index of its character, or -1 for a space. */
  readonly #characters: number[] = [];
  readonly #lineEnds = new Set<number>();

  constructor(codePoints: readonly number[], boxOf: (index: number) => PageBox | undefined, page: number) {
    this.#page = page;
    this.#boxOf = boxOf;
    let text = '';
    for (const [index, codePoint] of codePoints.entries()) {
      const letter = letterOf(codePoint);
      if (letter === '\n') this.#lineEnds.add(text.length);
      const letters = isPlain(codePoint) ? letter : letter.normalize('NFKC').replace(/\s+/gu, ' ');
      const kept = letters === ' ' && text.endsWith(' ') ? '' : letters;
      text += kept;
      for (let unit = 0; unit < kept.length; unit += 1) this.#characters.push(kept === ' ' ? -1 : index);
    }
    this.text = text;
  }

  #box(at: number): PageBox | undefined {
    const index = this.#characters[at] ?? -1;
    if (index < 0) return undefined;
    const known = this.#boxes[index];
    if (known !== undefined) return known ?? undefined;
    const box = this.#boxOf(index);
    this.#boxes[index] = box ?? null;
    return box;
  }

  find(wanted: string): TextPlace[] {
    const places: TextPlace[] = [];
    if (wanted === '') return places;
    for (let at = this.text.indexOf(wanted); at >= 0 && places.length < MAX_PLACES;) {
      const place = this.placeOf(at, at + wanted.length);
      if (place !== undefined) places.push(place);
      at = this.text.indexOf(wanted, at + wanted.length);
    }
    return places;
  }

  /** Returns the left edge of the nearest letter to the right on the same line. */
  rightOf({ x, y, width, height }: TextPlace): number | null {
    let nearest: number | null = null;
    for (let at = 0; at < this.text.length; at += 1) {
      const box = this.#box(at);
      if (box === undefined || box.x < x + width - 0.5) continue;
      const overlap = Math.min(y + height, box.y + box.height) - Math.max(y, box.y);
      if (overlap > 0.3 * Math.min(height, box.height)) nearest = Math.min(nearest ?? box.x, box.x);
    }
    return nearest;
  }

  /** Returns the position of the text between two offsets, or undefined if that text is not visible. */
  placeOf(from: number, to: number): TextPlace | undefined {
    let box: PageBox | undefined;
    for (let at = from; at < to; at += 1) {
      const next = this.#box(at);
      if (box !== undefined && (this.#lineEnds.has(at) || (next !== undefined && isApart(box, next)))) break;
      if (next !== undefined) box = box === undefined ? next : union(box, next);
    }
    return box && { page: this.#page, ...box };
  }
}
