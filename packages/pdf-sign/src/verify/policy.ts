import type { PdfFile } from '../reader/file.ts';
import { PdfString, decodeText } from '../reader/objects.ts';
import type { PdfDict } from '../reader/objects.ts';
import type { FoundSignature } from './signature-fields.ts';
import type { Change } from './types.ts';

type Level = 1 | 2 | 3;

export interface Permission {
  /** The DocMDP level in force, or null without certification. */
  level: Level | null;
  isLocked: (field: string) => boolean;
}

/** The permission that applies after a signature whose stated permissions are unreadable. */
export const NOTHING_PERMITTED: Permission = { level: 1, isLocked: () => true };

/**
 * Reads the permissions of a signature: the certification's DocMDP level, a level set for later changes by the
 * signature's own lock (ISO 32000-2 12.7.5.5, /P), and the fields in its FieldMDP or lock.
 */
export function readPermission(file: PdfFile, signature: FoundSignature, certification: Level | null): Permission {
  const lock = file.dict(signature.field.dict.get('Lock'));
  const own = lock === null ? null : file.number(lock.get('P'));
  const locks = [lock, ...fieldMdpParameters(file, signature.dict)]
    .filter((item) => item !== null)
    .map((item) => readLock(file, item));
  return {
    level: stricter(certification, own === 1 || own === 2 || own === 3 ? own : null),
    isLocked: (field) => locks.some((locked) => locked(field)),
  };
}

function stricter(a: Level | null, b: Level | null): Level | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

function fieldMdpParameters(file: PdfFile, signature: PdfDict): PdfDict[] {
  return file.array(signature.get('Reference')).flatMap((item) => {
    const reference = file.dict(item);
    if (reference === null || file.name(reference.get('TransformMethod')) !== 'FieldMDP') return [];
    const parameters = file.dict(reference.get('TransformParams'));
    return parameters === null ? [] : [parameters];
  });
}

function readLock(file: PdfFile, parameters: PdfDict): (field: string) => boolean {
  const names = file.array(parameters.get('Fields')).flatMap((item) => {
    const value = file.resolve(item);
    return value instanceof PdfString ? [decodeText(value)] : [];
  });
  const listed = (field: string) => names.some((name) => field === name || field.startsWith(`${name}.`));
  const action = file.name(parameters.get('Action'));
  if (action === 'Include') return listed;
  if (action === 'Exclude') return (field) => !listed(field);
  return () => true;
}

/**
 * Whether a later change is permitted. Validation data and document time-stamps are always permitted, because EN 319
 * 142-1 uses them to extend signatures. Filling in and signing are permitted unless forbidden. New signature fields are
 * permitted without a certification, and annotations only at level 3. Other changes are never permitted.
 */
export function permits({ level, isLocked }: Permission, change: Change): boolean {
  switch (change.kind) {
    case 'validation-data':
    case 'timestamp':
    case 'metadata':
    case 'nothing-seen':
      return true;
    case 'signature':
    case 'field-filled':
      return level !== 1 && !isLocked(change.field ?? '');
    case 'signature-field-added':
      return level === null;
    case 'annotation':
      return level === 3;
    default:
      return false;
  }
}
