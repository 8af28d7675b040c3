/** Tasks that rewrite an upload. They block on purpose, because the worker has no other task during that time. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { compactPdf, findDamage, inspectPdf, PdfError, repairPdf, stripPdf } from '@countersign/pdf-sign';
import type { Inspection, Rewritten } from '@countersign/pdf-sign';

import { FileSealer } from '../crypto/sealed-file.ts';
import { drawForm } from './form-appearances/draw-form.ts';
import { readSource } from './pdf-source.ts';
import type { FormShown, Judgement, PdfTasks, Repaired, SealedTarget } from './pdf-tasks.ts';

/** The number of bytes that are encrypted and written at a time. */
const PIECE = 2 ** 20;

/**
 * Inspects an upload. A readable file with signatures is accepted unchanged, unless bytes before its header shift its
 * signatures (ADR 79). An encrypted file that needs no password is opened without one.
 */
export function judgeUpload({ source, password = '' }: PdfTasks['judge']['input']): Judgement {
  return judge(readSource(source), password);
}

function judge(bytes: Uint8Array, password: string): Judgement {
  try {
    const inspection = inspectPdf(bytes, { password });
    const isLocked = inspection.encryption !== null && inspection.encryption.permissions === null;
    const { signatures, signedFrom } = inspection;
    if (signedFrom === 'header' || signedFrom === 'neither')
      return { state: 'damaged', damage: 'bytes precede the header' };
    if (isLocked || signatures > 0) return { state: 'sound', inspection };
    const damage = findDamage(bytes, { password });
    return damage === null ? { state: 'sound', inspection } : { state: 'damaged', damage };
  } catch (error) {
    if (isDamage(error)) return { state: 'damaged', damage: error.message };
    throw error;
  }
}

export function repairUpload({ source, password = '', target }: PdfTasks['repair']['input']): Repaired {
  const { repairs, encryption, root, ...rewritten } = repairPdf(readSource(source), { password });
  return { inspection: write(rewritten, target), repairs, encryption, root };
}

export function stripUpload({ source, target }: PdfTasks['strip']['input']): Inspection {
  return write(stripPdf(readSource(source)), target);
}

/** Draws fields that do not show their values. The new file has no history, so the old appearances no longer exist. */
export async function showUploadForm({ source, target }: PdfTasks['showForm']['input']): Promise<FormShown> {
  const bytes = readSource(source);
  const form = await drawForm(bytes);
  if (form.state !== 'drawn') return form;
  const inspection = write(compactPdf(Buffer.concat([bytes, form.tail])), target);
  return { state: 'drawn', inspection, fields: form.fields };
}

/**
 * Writes a new file and returns our reader's findings about it. A file that our reader cannot parse is not used.
 */
function write({ bytes }: Rewritten, { path, sealedWith }: SealedTarget): Inspection {
  const judged = judge(bytes, '');
  if (judged.state === 'damaged') throw new PdfError('damaged', judged.damage);
  const sealer = new FileSealer(sealedWith);
  const file = openSync(path, 'wx', 0o600);
  try {
    for (let at = 0; at < bytes.length; at += PIECE) writeAll(file, sealer.update(bytes.subarray(at, at + PIECE)));
    writeAll(file, sealer.final());
  } finally {
    closeSync(file);
  }
  return judged.inspection;
}

function writeAll(file: number, pieces: readonly Uint8Array[]): void {
  for (const bytes of pieces) for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
}

function isDamage(error: unknown): error is PdfError {
  return error instanceof PdfError && (error.code === 'damaged' || error.code === 'unsupported_filter');
}
