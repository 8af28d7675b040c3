import { ID } from './upload.ts';

// Changes that an attacker can make with only the finished file and a text editor.

export interface UpdateOptions {
  /** Bytes between the end of the earlier file and the first object. */
  readonly before?: string;
  /** Bytes between the last object and the cross-reference. */
  readonly after?: string;
  /** The objects whose position in the cross-reference table is replaced with the given value. */
  readonly rows?: Readonly<Record<number, number>>;
  /** Objects that the cross-reference marks as free. */
  readonly free?: readonly number[];
  readonly generation?: number;
  readonly root?: number;
  /** Additional trailer entries as source text. */
  readonly trailer?: string;
  /** The value of /Prev. `null` omits it. */
  readonly prev?: number | null;
  /** The value of `startxref`, if it is deliberately wrong. */
  readonly startxref?: number;
}

export function startxrefOf(file: Buffer): number {
  return Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(file.toString('latin1', Math.max(0, file.length - 200)))?.[1]);
}

/** Appends an update with a cross-reference table. The objects are given as source text by number. */
export function update(file: Buffer, objects: Readonly<Record<number, string>>, options: UpdateOptions = {}): Buffer {
  const generation = options.generation ?? 0;
  let body = options.before ?? '';
  const rows = new Map<number, string>();
  const row = (offset: number, kind: string) =>
    `${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} ${kind}\r\n`;
  for (const [number, offset] of Object.entries(options.rows ?? {})) rows.set(Number(number), row(offset, 'n'));
  for (const number of options.free ?? []) rows.set(number, '0000000000 00001 f\r\n');
  for (const [number, source] of Object.entries(objects)) {
    rows.set(Number(number), row(file.length + body.length, 'n'));
    body += `${number} ${generation} obj\n${source}\nendobj\n`;
  }
  body += options.after ?? '';
  const at = file.length + body.length;
  body += 'xref\n';
  if (rows.size === 0) body += '0 0\n';
  for (const [number, text] of [...rows].toSorted((a, b) => a[0] - b[0])) body += `${number} 1\n${text}`;
  const prev = options.prev === null ? '' : `/Prev ${options.prev ?? startxrefOf(file)}`;
  body += `trailer\n<</Size 1000/Root ${options.root ?? ID.catalog} 0 R/Info ${ID.information} 0 R${prev}${options.trailer ?? ''}>>\n`;
  return Buffer.concat([file, Buffer.from(`${body}startxref\n${options.startxref ?? at}\n%%EOF\n`, 'latin1')]);
}

/** Returns the source text of an object's newest version. */
export function sourceOf(file: Buffer, number: number): string {
  const text = file.toString('latin1');
  const head = `\n${number} 0 obj\n`;
  const at = text.lastIndexOf(head);
  if (at < 0) throw new Error(`there is no object ${number}`);
  return text.slice(at + head.length, text.indexOf('\nendobj', at));
}

/** Appends an update that changes the source text of one object. */
export function change(
  file: Buffer,
  number: number,
  edit: (source: string) => string,
  more: Readonly<Record<number, string>> = {},
): Buffer {
  return update(file, { [number]: edited(sourceOf(file, number), edit), ...more });
}

function edited(source: string, edit: (source: string) => string): string {
  const result = edit(source);
  if (result === source) throw new Error('the attack changes nothing');
  return result;
}

export function objectWith(file: Buffer, text: string): number {
  const source = file.toString('latin1');
  const at = source.lastIndexOf(text);
  const heads = [...source.slice(0, Math.max(0, at)).matchAll(/(?:^|\n)(\d+) 0 obj\n/g)];
  const number = Number(heads.at(-1)?.[1]);
  if (at < 0 || !Number.isInteger(number)) throw new Error(`no object holds ${text}`);
  return number;
}

export const fieldObject = (file: Buffer, name: string): number => objectWith(file, `/T (${name})`);

/** Returns the object number of the signature dictionary in a field. */
export function signatureObject(file: Buffer, field: string): number {
  return Number(/\/V (\d+) 0 R/.exec(sourceOf(file, fieldObject(file, field)))?.[1]);
}

export const changeSignature = (file: Buffer, field: string, edit: (source: string) => string): Buffer =>
  change(file, signatureObject(file, field), edit);

export const changeField = (file: Buffer, field: string, edit: (source: string) => string): Buffer =>
  change(file, fieldObject(file, field), edit);

/** Overwrites the last occurrence of a text with another text that is not longer. */
export function overwrite(file: Buffer, from: string, to: string): Buffer {
  const at = file.lastIndexOf(from, undefined, 'latin1');
  if (at < 0 || to.length > from.length) throw new Error(`cannot overwrite ${from}`);
  const copy = Buffer.from(file);
  copy.write(to.padEnd(from.length), at, 'latin1');
  return copy;
}

export type Range = readonly number[];

/** Returns the newest /ByteRange: the position of its array, and its numbers. */
export function lastRange(bytes: Buffer): { at: number; length: number; numbers: number[] } {
  const text = bytes.toString('latin1');
  const at = text.lastIndexOf('/ByteRange [') + '/ByteRange '.length;
  const end = text.indexOf(']', at) + 1;
  const numbers = text
    .slice(at + 1, end - 1)
    .split(' ')
    .map(Number);
  // The numbers are padded with spaces up to the line end, because the width is fixed before the numbers are known.
  return { at, length: text.indexOf('\n', at) - at, numbers };
}

/** Overwrites the newest /ByteRange with any source text. */
export function overwriteRange(file: Buffer, text: string): Buffer {
  const { at, length } = lastRange(file);
  if (text.length > length) throw new Error('no room for this byte range');
  const copy = Buffer.from(file);
  copy.write(text.padEnd(length), at, 'latin1');
  return copy;
}
