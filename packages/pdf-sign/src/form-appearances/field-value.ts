import type { PdfFile } from '../reader/file.ts';
import { inherited } from '../reader/form.ts';
import { PdfName, PdfStream, PdfString, decodeText } from '../reader/objects.ts';
import type { PdfDict, PdfValue } from '../reader/objects.ts';
import { formatNumber } from '../writer/serialize.ts';
import { styleOf } from './field-style.ts';
import type { Widget } from './widgets.ts';

/** /Ff bits (ISO 32000-2 tables 228, 229 and 230). */
const MULTILINE = 1 << 12;
const PASSWORD = 1 << 13;
const RADIO = 1 << 15;
const PUSH_BUTTON = 1 << 16;
const COMBO = 1 << 17;
const FILE_SELECT = 1 << 20;
const COMB = 1 << 24;

export type FieldContent =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly align: 'left' | 'center' | 'right';
      readonly isMultiline: boolean;
      /** The number of cells in a comb field, each for one character. Null for other fields. */
      readonly comb: number | null;
    }
  | {
      readonly kind: 'list';
      /** The display text of each option, starting with the topmost visible option. */
      readonly options: readonly string[];
      /** The indices of the selected options in `options`. */
      readonly chosen: readonly number[];
      readonly align: 'left' | 'center' | 'right';
    }
  /** The mark is a ZapfDingbats character. */
  | { readonly kind: 'mark'; readonly mark: string };

export function isPushButton({ field }: Widget): boolean {
  return field.type === 'Btn' && (field.flags & PUSH_BUTTON) !== 0;
}

export function isRadio({ field }: Widget): boolean {
  return field.type === 'Btn' && (field.flags & (PUSH_BUTTON | RADIO)) === RADIO;
}

/** Reads the content of a text or choice field. Returns null for a value that is not text. */
export function readContent(file: PdfFile, widget: Widget): FieldContent | null {
  const { field, dict } = widget;
  const align = alignOf(file, dict);
  if (field.type === 'Ch' && (field.flags & COMBO) === 0) return listContent(file, widget, align);
  const value = file.resolve(field.value);
  const single = Array.isArray(value) && field.type === 'Ch' ? file.resolve(value[0] ?? null) : value;
  const text = textOf(file, single) ?? (single === null ? richText(file, dict) : null);
  if (text === null) return null;
  if (field.type === 'Ch')
    return { kind: 'text', text: shownOption(file, dict, text), align, isMultiline: false, comb: null };
  const isMultiline = (field.flags & MULTILINE) !== 0;
  const isPassword = (field.flags & PASSWORD) !== 0;
  const longest = file.number(inherited(file, dict, 'MaxLen')) ?? 0;
  const isComb = (field.flags & COMB) !== 0 && !isMultiline && !isPassword && (field.flags & FILE_SELECT) === 0;
  return {
    kind: 'text',
    // Readers show a placeholder for each character of a password (table 228).
    text: isPassword ? '*'.repeat(Array.from(text).length) : text,
    align,
    isMultiline,
    comb: isComb && longest > 0 && longest <= 1000 ? longest : null,
  };
}

/** Returns the caption of a push button, or the mark of a check box or radio button (table 192, /CA). */
export function captionOf(file: PdfFile, { dict }: Widget): string {
  const caption = file.resolve(styleOf(file, dict).get('CA'));
  return caption instanceof PdfString ? decodeText(caption) : '';
}

function alignOf(file: PdfFile, dict: PdfDict): 'left' | 'center' | 'right' {
  return (['left', 'center', 'right'] as const)[file.number(inherited(file, dict, 'Q')) ?? 0] ?? 'left';
}

function textOf(file: PdfFile, value: PdfValue): string | null {
  if (value instanceof PdfString) return withoutLanguages(decodeText(value));
  if (value instanceof PdfStream) return withoutLanguages(decodeText(new PdfString(file.decode(value))));
  if (value instanceof PdfName) return value.name;
  if (typeof value === 'number') return formatNumber(value);
  return null;
}

/** A Unicode string can contain language codes between escape characters (7.9.2.2). This function removes them. */
function withoutLanguages(text: string): string {
  const parts = text.split('\u001b');
  return parts.length % 2 === 0 ? text : parts.filter((_, index) => index % 2 === 0).join('');
}

/** Returns the characters of rich text, for a field without /V (12.7.4.4). */
function richText(file: PdfFile, dict: PdfDict): string {
  const rich = textOf(file, inherited(file, dict, 'RV')) ?? '';
  const plain = rich
    .replaceAll(/<\?[^>]*>/g, '')
    .replaceAll(/<\/p\s*>\s*(?=<p)|<br\s*\/?>/gi, '\r')
    .replaceAll(/<[^>]*>/g, '');
  return plain.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (_, digits, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? '';
    const point = digits === undefined ? Number.parseInt(String(hex), 16) : Number(digits);
    return point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Returns the export value and display text of each option (12.7.5.4). */
function optionsOf(file: PdfFile, dict: PdfDict): { value: string; shown: string }[] {
  return file.array(inherited(file, dict, 'Opt')).map((item) => {
    const resolved = file.resolve(item);
    const parts = (Array.isArray(resolved) ? resolved : [resolved]).map((part) => textOf(file, file.resolve(part)));
    return { value: parts[0] ?? '', shown: parts[1] ?? parts[0] ?? '' };
  });
}

function shownOption(file: PdfFile, dict: PdfDict, value: string): string {
  return optionsOf(file, dict).find((option) => option.value === value)?.shown ?? value;
}

function listContent(file: PdfFile, { field, dict }: Widget, align: 'left' | 'center' | 'right'): FieldContent | null {
  const options = optionsOf(file, dict);
  const value = file.resolve(field.value);
  const values = (Array.isArray(value) ? value : value === null ? [] : [value]).map((item) =>
    textOf(file, file.resolve(item)),
  );
  if (values.includes(null)) return null;
  const named = values.flatMap((text) => {
    const place = options.findIndex((option) => option.value === text || option.shown === text);
    return place < 0 ? [] : [place];
  });
  // /I distinguishes options with the same text, and is used if /V is missing.
  const listed = file.array(inherited(file, dict, 'I')).flatMap((item) => file.number(item) ?? []);
  const agrees = listed.length === values.length && listed.every((place) => isOneOf(options[place], values));
  const chosen = value === null || agrees ? listed : named;
  const first = Math.min(Math.max(0, Math.trunc(file.number(inherited(file, dict, 'TI')) ?? 0)), options.length);
  return {
    kind: 'list',
    options: options.slice(first).map(({ shown }) => shown),
    chosen: [...new Set(chosen)].map((place) => place - first).filter((place) => place >= 0),
    align,
  };
}

function isOneOf(option: { value: string; shown: string } | undefined, values: readonly (string | null)[]): boolean {
  return option !== undefined && (values.includes(option.value) || values.includes(option.shown));
}
