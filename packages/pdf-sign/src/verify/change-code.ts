import type { Finding } from './words.ts';

/** The kind of a change. There is one code for each sentence, so that changes can be translated. */
export type ChangeCode =
  | 'signature'
  | 'timestamp'
  | 'validation-data'
  | 'field-filled'
  | 'field-emptied'
  | 'field-filled-again'
  | 'field-filled-alike'
  | 'signature-field-added'
  | 'signature-field-unusual'
  | 'field-added'
  | 'form-changed'
  | 'value-replaced'
  | 'field-moved'
  | 'appearance-replaced'
  | 'action-added'
  | 'lock-changed'
  | 'field-changed'
  | 'annotation'
  | 'nothing-seen'
  | 'metadata'
  | 'page'
  | 'pages'
  | 'catalog'
  | 'hidden'
  | 'structure'
  | 'signature-replaced'
  | 'annotation-replaced'
  | 'part-replaced';

/** The page entries and document entries for which readable names exist. */
export const PAGE_PARTS = ['Contents', 'Resources', 'MediaBox', 'CropBox', 'Rotate', 'UserUnit', 'AA'] as const;
export const DOCUMENT_PARTS = [
  'Pages',
  'Names',
  'OpenAction',
  'AA',
  'OCProperties',
  'AcroForm',
  'Outlines',
  'Perms',
] as const;
export type PagePart = (typeof PAGE_PARTS)[number];
export type DocumentPart = (typeof DOCUMENT_PARTS)[number];
export type ChangedPart = PagePart | DocumentPart | 'other';

export function codeOf(change: Finding): ChangeCode {
  const { kind, text } = change;
  switch (kind) {
    case 'field-filled':
      return fillingOf(change);
    case 'field-added':
      return text.startsWith('signature field') ? 'signature-field-unusual' : 'field-added';
    case 'field-changed':
      return fieldChangeOf(change);
    case 'object':
      if (change.field !== undefined) return 'signature-replaced';
      if (text.startsWith('an annotation')) return 'annotation';
      return change.page === undefined ? 'part-replaced' : 'annotation-replaced';
    default:
      return kind;
  }
}

function fillingOf({ before, after }: Finding): ChangeCode {
  if (after === undefined) return before === undefined ? 'field-filled' : 'field-emptied';
  if (before === undefined) return 'field-filled';
  return before === after ? 'field-filled-alike' : 'field-filled-again';
}

function fieldChangeOf({ field, keys = [] }: Finding): ChangeCode {
  const has = (...wanted: string[]): boolean => wanted.some((key) => keys.includes(key));
  if (field === undefined) return 'form-changed';
  if (has('V')) return 'value-replaced';
  if (has('Rect')) return 'field-moved';
  if (has('AP', 'AS')) return 'appearance-replaced';
  if (has('A', 'AA')) return 'action-added';
  return has('Lock') ? 'lock-changed' : 'field-changed';
}

/**
 * Returns the named parts affected by a change to a page, the catalog or an object below one of them. Returns `other`
 * for a part without a name.
 */
export function partsOf({ kind, keys = [] }: Finding): ChangedPart[] {
  if (kind === 'page') {
    const known = keys.map((key) => PAGE_PARTS.find((part) => part === key) ?? 'other');
    return known.length === 0 ? ['other'] : [...new Set(known)];
  }
  if (kind !== 'catalog' && kind !== 'object') return [];
  const looked = kind === 'object' ? keys.slice(0, 1) : keys;
  const found = looked.map((key) => DOCUMENT_PARTS.find((part) => part === key)).find((part) => part !== undefined);
  return [found ?? 'other'];
}
