/** Prepares the revision of a document that is sent for signing. */
import { PdfError, prepareSend } from '@countersign/pdf-sign';
import type { PreparedSend } from '@countersign/pdf-sign';

import { drawForm } from './form-appearances/draw-form.ts';
import { readSource } from './pdf-source.ts';
import type { PdfTasks } from './pdf-tasks.ts';

/**
 * Certification removes the flag that makes readers draw fields from their values, so each field must show its value
 * before that. Fields of uploads are drawn when the upload arrives. Fields of drafts and templates from earlier
 * versions of the server are drawn here (ADR 81).
 */
export async function prepareSending({ source, options }: PdfTasks['prepareSend']['input']): Promise<PreparedSend> {
  const bytes = readSource(source);
  const form = options.certify === false ? null : await drawForm(bytes);
  if (form?.state === 'refused') throw new PdfError('undrawable_field', `“${form.field}” ${form.problem}`);
  if (form?.state !== 'drawn') return prepareSend(bytes, options);
  const prepared = prepareSend(Buffer.concat([bytes, form.tail]), options);
  const tail = Buffer.concat([form.tail, prepared.revision.tail]);
  if (!prepared.certified) return { ...prepared, revision: { ...prepared.revision, tail } };
  const { contents } = prepared.revision;
  const moved = { ...contents, offset: contents.offset + form.tail.length };
  return { ...prepared, revision: { ...prepared.revision, tail, contents: moved } };
}
