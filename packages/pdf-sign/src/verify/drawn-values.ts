import type { PdfFile } from '../reader/file.ts';
import { inherited, readFields } from '../reader/form.ts';
import type { FormField } from '../reader/form.ts';
import { Lexer } from '../reader/lexer.ts';
import { PdfDict, PdfStream, PdfString, decodeText } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import { TextAppearance } from './text-appearance.ts';
import type { Drawn } from './text-appearance.ts';
import { listOf } from './drawn-list.ts';
import { faultOfFilling, isToggle } from './filling.ts';

// /NeedAppearances requests that readers draw fields from their values instead of showing the stored appearances (ISO
// 32000-2 12.7.3, 12.7.4.3). If each stored appearance equals what such a reader draws, both look the same.

/** /F bits: Hidden and NoView (12.5.3). */
const UNSEEN = 2 | 32;
/** The /Ff bits of text fields with special drawing rules: multiline, password, comb and rich text (table 228). */
const SPECIAL = (1 << 12) | (1 << 13) | (1 << 24) | (1 << 25);
/** The /Ff bit of a choice field that shows a single value instead of a list (table 230). */
const COMBO = 1 << 17;
const MAX_BORDER = 3;

/** Whether every field's stored appearance equals what a reader draws from its value. */
export function appearancesMatchValues(file: PdfFile): boolean {
  return readFields(file).every(
    (field) => field.type === 'Sig' || field.widgets.every(({ dict }) => widgetMatchesValue(file, field, dict)),
  );
}

/** Whether the stored appearance of one widget equals what a reader draws from the field's value. */
export function widgetMatchesValue(file: PdfFile, field: FormField, widget: PdfDict): boolean {
  return matches(file, field, widget);
}

/**
 * The check mark and the cross of ZapfDingbats. Both mean that a box is checked, and a widespread library draws the
 * cross for both characters.
 */
const TICKS: readonly string[] = ['4', '8'];

/**
 * Whether a redrawn check box or radio button looks the same as before. In both versions, each state must match what a
 * reader would draw from the caption and the colors, and the colors must not change. A different check mark is allowed,
 * because readers that draw check boxes themselves use their own mark.
 */
export function isDrawnAlike(before: PdfFile, old: FormField, after: PdfFile, now: FormField): boolean {
  const states = (file: PdfFile, { widgets }: FormField) =>
    widgets
      .map(({ dict }) => [...(file.dict(file.dict(dict.get('AP'))?.get('N') ?? null)?.entries.keys() ?? [])].toSorted())
      .join(' / ');
  return (
    isToggle(old) &&
    states(before, old) === states(after, now) &&
    old.widgets.every(({ dict }) => matches(before, old, dict, eitherTick)) &&
    now.widgets.every(({ dict }) => matches(after, now, dict, eitherTick))
  );
}

type Alternatives = (caption: string) => readonly string[];
const eitherTick: Alternatives = (caption) => (TICKS.includes(caption) ? TICKS : [caption]);
const asCaptioned: Alternatives = (caption) => [caption];

function matches(file: PdfFile, field: FormField, widget: PdfDict, captions = asCaptioned): boolean {
  if (((file.number(widget.get('F')) ?? 0) & UNSEEN) !== 0) return true;
  const box = sizeOf(file, widget);
  if (box === null) return true;
  const style = file.dict(widget.get('MK')) ?? new PdfDict();
  const border = file.number(file.dict(widget.get('BS'))?.get('W') ?? null) ?? 1;
  // Widgets with images, rotated text or wide borders are not supported.
  if (['I', 'RI', 'IX', 'R'].some((key) => style.has(key)) || border > MAX_BORDER) return false;
  const drawn = expected(file, field, widget, style);
  if (drawn === null) return false;
  const look = file.dict(widget.get('AP'))?.get('N') ?? null;
  if (!isToggle(field)) return shows(file, look, { ...drawn, ...box });
  const states = file.dict(look);
  if (states === null || faultOfFilling(file, field) !== null) return false;
  return [...states.entries].every(([state, value]) =>
    (state === 'Off' ? [''] : captions(drawn.text)).some((text) => shows(file, value, { ...drawn, ...box, text })),
  );
}

function sizeOf(file: PdfFile, widget: PdfDict): { width: number; height: number } | null {
  const [a = 0, b = 0, c = 0, d = 0] = file.array(widget.get('Rect')).map((item) => file.number(item) ?? 0);
  const [width, height] = [Math.abs(c - a), Math.abs(d - b)];
  return width === 0 || height === 0 ? null : { width, height };
}

type Expected = Omit<Drawn, 'width' | 'height'>;

/**
 * Returns what a reader would draw in a widget. Returns null for anything except one line of text or the lines of a
 * list.
 */
function expected(file: PdfFile, field: FormField, widget: PdfDict, style: PdfDict): Expected | null {
  const isList = field.type === 'Ch' && (field.flags & COMBO) === 0;
  const list = isList ? listOf(file, field) : null;
  const text = isList ? (list === null ? null : '') : textOf(file, field, style);
  const appearance = inherited(file, widget, 'DA');
  const background = file.array(style.get('BG')).map((item) => file.number(item));
  if (text === null || background.includes(null)) return null;
  const base = {
    text,
    list,
    background: background.length === 0 ? null : background.join(' '),
    isAligned: false,
    isMark: isToggle(field),
  };
  if (text === '' && list === null) return { ...base, font: null, fontName: '', size: 0, color: '0' };
  if (!(appearance instanceof PdfString)) return null;
  const defaults = readDefaults(appearance.bytes);
  if (defaults === null) return null;
  const font = fontOf(file, widget, defaults.fontName);
  const isAligned = (file.number(inherited(file, widget, 'Q')) ?? 0) === 0 && field.type !== 'Btn';
  return font === null ? null : { ...base, ...defaults, font, isAligned };
}

/** Returns the displayed text of a field's value, or null for a kind of field that this check does not support. */
function textOf(file: PdfFile, field: FormField, style: PdfDict): string | null {
  const value = file.resolve(field.value);
  if (field.type === 'Btn') {
    const caption = file.resolve(style.get('CA'));
    return caption instanceof PdfString ? decodeText(caption) : isToggle(field) ? null : '';
  }
  if (field.dict.has('RV')) return null;
  if (field.type === 'Tx' && (field.flags & SPECIAL) !== 0) return null;
  if (field.type !== 'Tx' && field.type !== 'Ch') return null;
  if (value === null) return '';
  if (!(value instanceof PdfString)) return null;
  const text = decodeText(value);
  return field.type === 'Ch' ? optionText(file, field.dict, text) : text;
}

function optionText(file: PdfFile, dict: PdfDict, value: string): string {
  for (const item of file.array(dict.get('Opt'))) {
    const [exported, shown] = file.array(item).map((part) => file.resolve(part));
    if (exported instanceof PdfString && shown instanceof PdfString && decodeText(exported) === value)
      return decodeText(shown);
  }
  return value;
}

/** Reads the font, size and color from /DA (12.7.4.3). Returns null if /DA contains anything else. */
function readDefaults(source: Buffer): { fontName: string; size: number; color: string } | null {
  const match = /^\s*\/([^\s/()<>[\]{}%#]+)\s+([\d.]+)\s+Tf\s*(?:([\d. ]+?)\s+(?:g|rg|k)\s*)?$/.exec(
    source.toString('latin1'),
  );
  if (match === null) return null;
  const color = (match[3] ?? '0').trim().split(/\s+/).map(Number).join(' ');
  return { fontName: match[1] ?? '', size: Number(match[2]), color };
}

/**
 * Returns the font that a reader uses, from the field's own resources or the form's. Returns null for a font with
 * custom codes.
 */
function fontOf(file: PdfFile, widget: PdfDict, name: string): PdfDict | null {
  const form = file.dict(file.catalog.get('AcroForm')) ?? new PdfDict();
  for (const resources of [form.get('DR'), inherited(file, widget, 'DR')]) {
    const font = file.dict(file.dict(file.dict(resources)?.get('Font') ?? null)?.get(name) ?? null);
    if (font !== null) return isPlain(file, font) ? font : null;
  }
  return null;
}

function isPlain(file: PdfFile, font: PdfDict): boolean {
  if (!['Type1', 'TrueType'].includes(file.name(font.get('Subtype')) ?? '')) return false;
  // Readers that redraw the field may use their own font, whose letters could look different from an embedded font's.
  const descriptor = file.dict(font.get('FontDescriptor'));
  if (descriptor !== null && [...descriptor.entries.keys()].some((key) => key.startsWith('FontFile'))) return false;
  const encoding = file.dict(font.get('Encoding'));
  let code = 0;
  return file.array(encoding?.get('Differences') ?? null).every((item) => {
    if (typeof item === 'number') {
      code = item;
      return true;
    }
    code += 1;
    return code - 1 < 32 || code - 1 > 126;
  });
}

function shows(file: PdfFile, value: PdfValue, drawn: Drawn): boolean {
  const look = file.resolve(value);
  if (look === null) return drawn.text === '' && drawn.background === null;
  if (!(look instanceof PdfStream)) return false;
  return new TextAppearance(file, look, drawn).isAsDrawn(new Lexer(file.decode(look)));
}
