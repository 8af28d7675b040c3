/**
 * Suggests fields for a document that has none: from its form fields, from blanks beside labels, and from labels before
 * empty space. The sender decides about each suggestion. A missing suggestion costs a click, but a wrong one costs
 * trust, so blanks without a label are omitted.
 */
import { type FieldKind, fieldKindOf } from '@countersign/contract/field-kinds';
import type { LocalSource } from '../pdf-source.ts';
import { type PageBox, type PageWidget, withDocument } from '../pdfium/index.ts';
import { Labels, type Named, plain } from './labels.ts';
import { type Blank, pageFacts, type PageFacts, RTL, type Segment } from './page-facts.ts';

/** A position on the page as displayed, in points from its top left corner. */
export type FieldSuggestion = PageBox & {
  readonly page: number;
  readonly kind: FieldKind;
  /** The words next to the field, or the description of the form field. */
  readonly label: string | null;
  readonly from: 'form-field' | 'blank' | 'label';
};
export type Suggested = {
  readonly fields: readonly FieldSuggestion[];
  /** True if the document has more pages or fields than the search covers. */
  readonly isCut: boolean;
};

const MAX_FIELDS = 500;
const MAX_CHARACTERS = 60_000;
const MAX_CHARACTERS_IN_ALL = 3_000_000;
const MAX_PATHS = 5000;
const MAX_WIDGETS = 2000;
const MAX_LABEL = 120;
/**
 * The maximum number of plausible pairs of a blank and a label that are examined per page. A form has a few for each
 * blank.
 */
const MAX_PAIRS = 5000;

/** Throws PdfiumError or PdfSourceError. */
export function suggestFields(source: LocalSource): Promise<Suggested> {
  return withDocument(source, (pages, open) => {
    const fields: FieldSuggestion[] = [];
    let left = MAX_CHARACTERS_IN_ALL;
    let labels: Labels | undefined;
    for (let page = 1; page <= pages; page += 1) {
      if (left <= 0 || fields.length >= MAX_FIELDS) return { fields: fields.slice(0, MAX_FIELDS), isCut: true };
      const facts = open(page, (opened) => {
        const characters = opened.characters(Math.min(MAX_CHARACTERS, left));
        left -= characters.length;
        return pageFacts(opened.size, characters, opened.paths(MAX_PATHS), opened.widgets(MAX_WIDGETS));
      });
      labels ??= new Labels(facts.segments.map(({ text }) => text).join(' '));
      for (const field of suggestOnPage(facts, labels)) fields.push({ page, ...field });
    }
    return { fields: fields.slice(0, MAX_FIELDS), isCut: fields.length > MAX_FIELDS };
  });
}

type OnPage = Omit<FieldSuggestion, 'page'>;

function suggestOnPage(facts: PageFacts, labels: Labels): OnPage[] {
  const widgets = facts.widgets.flatMap((widget) => fromWidget(widget, facts, labels));
  const taken: OnPage[] = [...widgets];
  const isFree = (box: PageBox): boolean => !taken.some((one) => overlapOf(one, box) > 0.3);
  const { fields, used } = fromBlanks(facts, labels);
  taken.push(...fields.filter(isFree));
  for (const label of facts.segments) {
    const field = used.has(label) ? undefined : afterLabel(label, facts, labels);
    if (field && isFree(field)) taken.push(field);
  }
  return taken.map((field) => within(field, facts)).toSorted((a, b) => a.y - b.y || a.x - b.x);
}

const WIDGET_KINDS: Readonly<Record<number, FieldKind>> = {
  2: 'checkbox',
  3: 'radio',
  4: 'dropdown',
  5: 'dropdown',
  6: 'text',
  7: 'signature',
};

/** Choices need options that only the sender knows, so they are suggested as text. */
function fromWidget(
  { type, box, name, description, isReadOnly }: PageWidget,
  facts: PageFacts,
  labels: Labels,
): OnPage[] {
  const kind = WIDGET_KINDS[type];
  if (kind === undefined || isReadOnly || box.width < 4 || box.height < 4) return [];
  const beside = nearestLabel(box, facts, labels);
  const label = description || beside?.text || wordsOf(name) || null;
  const shown = label === null ? null : label.slice(0, MAX_LABEL);
  if (kind === 'checkbox') return [{ ...box, kind, label: shown, from: 'form-field' }];
  if (kind === 'radio' || kind === 'dropdown') return [{ ...box, kind: 'text', label: shown, from: 'form-field' }];
  if (kind === 'signature') return [{ ...box, kind, label: shown, from: 'form-field' }];
  const named = [description, beside?.text ?? '', wordsOf(name)]
    .map((text) => labels.kindNamedBy(text))
    .find((one) => one !== undefined);
  return [{ ...box, kind: named?.kind ?? 'text', label: shown, from: 'form-field' }];
}

/** Converts `buyer.dateSigned_2` to `buyer date Signed`. */
const wordsOf = (name: string): string =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[._\-[\]\d]+/gu, ' ')
    .trim();

function nearestLabel(box: PageBox, facts: PageFacts, labels: Labels): Segment | undefined {
  const blank: Blank = { ...box, shape: 'frame' };
  return matches([blank], facts, labels)[0]?.label;
}

type Relation = 'before' | 'below' | 'above' | 'within';
type Match = { blank: Blank; label: Segment; relation: Relation; named: Named | undefined; cost: number };

function fromBlanks(facts: PageFacts, labels: Labels): { fields: OnPage[]; used: ReadonlySet<Segment> } {
  const fields: OnPage[] = [];
  const used = new Set<Segment>();
  const filled = new Set<Blank>();
  for (const { blank, label, relation, named } of matches(facts.blanks, facts, labels)) {
    if (filled.has(blank) || used.has(label)) continue;
    const kind = kindOf(blank, label, relation, named);
    if (kind === undefined) continue;
    filled.add(blank);
    used.add(label);
    fields.push({ ...areaOf(blank, kind, label, relation, facts), kind, label: captionOf(label), from: 'blank' });
  }
  return { fields, used };
}

function kindOf(blank: Blank, label: Segment, relation: Relation, named: Named | undefined): FieldKind | undefined {
  if (!named && !hasWord(label.text)) return undefined;
  if (blank.shape === 'square') return 'checkbox';
  // A sentence that contains "date" or "name" is not necessarily a label.
  const isShort = plain(label.text).length <= 45 || endsWithColon(label.text);
  if (named && (isShort || (named.how !== 'within' && relation === 'before'))) return named.kind;
  if (endsWithColon(label.text) && relation !== 'above') return 'text';
  if (blank.shape === 'frame') return isShort && relation !== 'below' && !blank.isListed ? 'text' : undefined;
  return relation === 'before' && blank.height <= 1 ? 'text' : undefined;
}

/**
 * Returns whether a text contains a word. Lines beside single letters are not blanks, because they occur in formulas
 * and drawings.
 */
const hasWord = (text: string): boolean =>
  /[\p{L}\p{M}]{3}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}/u.test(plain(text));

const captionOf = ({ text }: Segment): string | null =>
  text
    .slice(0, 2 * MAX_LABEL)
    .replace(/[\s:：_.…]+$/u, '')
    .slice(0, MAX_LABEL)
    .trim() || null;
const endsWithColon = (text: string): boolean => /[:：]\s*$/u.test(text);

/** Returns every plausible pair of a blank and a label, best first. */
function matches(blanks: readonly Blank[], { segments, width }: PageFacts, labels: Labels): Match[] {
  const found: Match[] = [];
  let pairs = 0;
  for (const blank of blanks)
    for (const label of segments) {
      const relation = relationOf(blank, label, width);
      if (relation === undefined || ++pairs > MAX_PAIRS) continue;
      if (isBetween(blank, label, segments)) continue;
      const named = labels.kindNamedBy(label.text);
      const unnamed = named === undefined ? 0.5 : named.how === 'within' ? 0.3 : 0;
      found.push({ blank, label, relation: relation.is, named, cost: relation.cost + unnamed });
    }
  return found.toSorted((a, b) => a.cost - b.cost);
}

/** Returns the position of a label relative to a blank, with a cost from 0 (right beside it) to about 1 (unlikely). */
function relationOf(blank: Blank, label: Segment, pageWidth: number): { is: Relation; cost: number } | undefined {
  const bottom = blank.y + blank.height;
  const right = blank.x + blank.width;
  const [labelRight, labelBottom] = [label.x + label.width, label.y + label.height];
  const middle = label.y + label.height / 2;
  const onLine =
    blank.shape === 'line'
      ? bottom > label.y + 0.3 * label.height && bottom < labelBottom + 0.6 * label.height
      : middle > blank.y - 2 && middle < bottom + 2;
  if (onLine) {
    // The label comes before the blank in the direction of the text. The label of a check box may also follow it.
    const gap = Math.max(blank.x - labelRight, label.x - right);
    const isAfter = label.x >= right - 2;
    const isRtl = RTL.test(label.text);
    const limit = { square: 20, line: 70, frame: 250 }[blank.shape];
    if (gap >= -3 && gap <= limit && (blank.shape === 'square' || isAfter === isRtl))
      return { is: 'before', cost: Math.max(0, gap) / 100 };
  }
  if (blank.shape === 'square') return undefined;
  // A long line runs across the page to separate sections, and is not a blank.
  if (blank.shape === 'line' && blank.width > 0.7 * pageWidth) return undefined;
  const overlap = Math.min(right, labelRight) - Math.max(blank.x, label.x);
  if (overlap < 0.6 * Math.min(label.width, blank.width)) return undefined;
  const isFrame = blank.shape === 'frame';
  const below = label.y - bottom;
  if (below >= -2.5 && below <= (isFrame ? 3 : 6) && label.width <= 1.4 * blank.width)
    return { is: 'below', cost: (isFrame ? 0.35 : 0.1) + Math.max(0, below) / 80 };
  const above = blank.y - labelBottom;
  const isAligned = Math.abs(label.x - blank.x) < 8 || Math.abs(labelRight - right) < 8;
  if (above >= -3 && above <= (isFrame ? 14 : 50) && isAligned && label.width <= 1.1 * blank.width)
    return { is: 'above', cost: (isFrame ? 0.15 : 0.25) + Math.max(0, above) / 120 };
  // A line that begins below a label and extends beyond it is a blank, such as the line of a table row that begins with
  // "Name:".
  const room = Math.max(right - labelRight, label.x - blank.x);
  if (blank.shape === 'line' && above > -4 && above < 12 && room > 60 && endsWithColon(label.text))
    return { is: 'within', cost: 0.2 };
  return undefined;
}

/** Returns whether there is other text between the blank and the label. */
function isBetween(blank: Blank, label: Segment, segments: readonly Segment[]): boolean {
  const [labelRight, labelBottom] = [label.x + label.width, label.y + label.height];
  const right = blank.x + blank.width;
  const isAbove = blank.y - labelBottom > 6;
  const way = isAbove
    ? { x: blank.x, right, y: labelBottom, bottom: blank.y }
    : { x: Math.min(labelRight, right), right: Math.max(blank.x, label.x), y: label.y, bottom: labelBottom };
  return segments.some((other) => {
    const middle = other.y + other.height / 2;
    const isOnWay = middle > way.y && middle < way.bottom && other.x < way.right && other.x + other.width > way.x;
    return other !== label && isOnWay;
  });
}

const MARGIN = 2;

/** Returns where the field goes: on the line, inside the frame, or over the check box. */
function areaOf(blank: Blank, kind: FieldKind, label: Segment, relation: Relation, { segments }: PageFacts): PageBox {
  if (blank.shape !== 'line') return { x: blank.x, y: blank.y, width: blank.width, height: blank.height };
  let [x, right] = [blank.x, blank.x + blank.width];
  if (relation === 'within') {
    if (RTL.test(label.text)) right = label.x - MARGIN;
    else x = label.x + label.width + MARGIN;
  }
  const wanted = fieldKindOf(kind).size;
  const lower = blank.y + blank.height;
  // The field has the height that its kind requires, but does not cover the text above.
  const above = segments
    .filter((one) => one !== label || relation === 'above')
    .filter((one) => one.x < right - MARGIN && one.x + one.width > x + MARGIN && one.y + one.height <= lower - 8)
    .reduce((lowest, one) => Math.max(lowest, one.y + one.height), 0);
  const height = Math.max(14, Math.min(wanted.height, lower - above - 1));
  return { x, y: lower - height, width: right - x, height };
}

const EMPTY_SPACE = 110;

/** Suggests a field after a label with a colon before empty space, such as "Signature:" at the end of a contract. */
function afterLabel(label: Segment, { segments, blanks, width }: PageFacts, labels: Labels): OnPage | undefined {
  const named = labels.kindNamedBy(label.text);
  if (!named || named.how === 'within' || !endsWithColon(label.text) || plain(label.text).length > 40) return undefined;
  const isRtl = RTL.test(label.text);
  const size = fieldKindOf(named.kind).size;
  const from = isRtl ? label.x - MARGIN : label.x + label.width + MARGIN;
  const isOnLine = (one: PageBox): boolean =>
    Math.min(one.y + one.height, label.y + label.height) - Math.max(one.y, label.y) >
    0.3 * Math.min(label.height, one.height || 1);
  const others: readonly PageBox[] = [...segments, ...blanks].filter((one) => one !== label && isOnLine(one));
  const space = isRtl
    ? from - Math.max(20, ...others.filter((one) => one.x < label.x).map((one) => one.x + one.width))
    : Math.min(width - 20, ...others.filter((one) => one.x > label.x).map((one) => one.x)) - from;
  if (space < EMPTY_SPACE) return undefined;
  const wide = Math.min(size.width, space - MARGIN);
  const y = label.y + label.height - size.height + 2;
  return {
    x: isRtl ? from - wide : from,
    y: Math.max(0, y),
    width: wide,
    height: size.height,
    kind: named.kind,
    label: captionOf(label),
    from: 'label',
  };
}

function overlapOf(a: PageBox, b: PageBox): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width <= 0 || height <= 0 ? 0 : (width * height) / Math.min(a.width * a.height, b.width * b.height);
}

/** Limits a field to the page, in hundredths of a point. */
function within(field: OnPage, page: PageFacts): OnPage {
  const width = Math.min(field.width, page.width);
  const height = Math.min(field.height, page.height);
  const round = (value: number): number => Math.round(value * 100) / 100;
  return {
    ...field,
    x: round(Math.min(Math.max(field.x, 0), page.width - width)),
    y: round(Math.min(Math.max(field.y, 0), page.height - height)),
    width: round(width),
    height: round(height),
  };
}
