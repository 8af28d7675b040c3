import { parentPort, workerData } from 'node:worker_threads';

import {
  inspectPdf,
  PdfError,
  prepareSend,
  prepareSignature,
  readAttachedFile,
  readState,
} from '@countersign/pdf-sign';
import type { PdfErrorCode, RevisionState } from '@countersign/pdf-sign';

import type { Answer, Prepared, PrepareOptions, Task, TaskResults } from './examine-tasks.ts';
import { drawVisibleSignature } from './visible-signature.ts';
import { Refusal } from './refusal.ts';

// Runs one task in a worker thread, which then ends. The limits in examine.ts apply.

const SENTENCES: Readonly<Record<PdfErrorCode, string>> = {
  not_a_pdf: 'This file is not a PDF.',
  encrypted: 'This file is encrypted.',
  damaged: 'This file is damaged and cannot be read without repair.',
  too_complex: 'This file is too complex.',
  unsupported_filter: 'This file uses a compression method that is not supported.',
  page_out_of_range: 'The page does not exist.',
  invalid_field: 'The field name is invalid. It must not be empty or contain a period.',
  undrawable_field: 'The value of a form field cannot be drawn.',
  duplicate_field: 'A field with this name already exists, and it cannot be signed or is already signed.',
  unknown_field: 'This field cannot be signed.',
  already_signed: 'This file already contains signatures.',
  signed_no_form_fields: 'This file contains signatures, so only signature fields can be added to it.',
  certified_no_new_fields:
    'This file is certified and does not permit new fields. Select one of its unsigned fields with --field.',
  certified_no_changes: 'This file is certified and does not permit any changes.',
  cms_too_large: 'The signature is larger than the space reserved for it.',
  hash_state_unreadable: 'A saved hash state cannot be read.',
};

async function run(task: Task): Promise<TaskResults[keyof TaskResults]> {
  const bytes = Buffer.from(task.bytes.buffer, task.bytes.byteOffset, task.bytes.byteLength);
  switch (task.kind) {
    case 'verify': {
      // The cryptography is loaded only for this task, because no other task uses it.
      const { verifyDocument } = await import('@countersign/pades');
      return verifyDocument(bytes, task.input);
    }
    case 'inspect':
      return inspectPdf(bytes);
    case 'attached':
      return Object.fromEntries(task.names.map((name) => [name, readAttachedFile(bytes, name)?.toString()]));
    case 'prepare':
      return prepare(bytes, task.options);
  }
}

/**
 * Prepares a signature in an existing field, which is not changed otherwise, or in a new field, which is added in a
 * separate revision.
 */
function prepare(bytes: Buffer, { field: wanted, place, mark, ...facts }: PrepareOptions): Prepared {
  const { unsignedFields, fieldNames, dynamicXfa, signatures } = inspectPdf(bytes);
  // The signature would cover the stored pages, but PDF readers generate and display other pages.
  if (dynamicXfa) throw new Refusal('This file generates its pages dynamically (XFA) and cannot be signed.');
  if (facts.certify !== undefined && signatures > 0)
    throw new Refusal('This file is already signed, and only the first signature can certify a file.');
  const field = wanted ?? freeName(fieldNames);
  const sign = (state: RevisionState, added: Uint8Array): Prepared => {
    const size = sizeOf(state, field);
    const appearance = size === null ? {} : { appearance: drawVisibleSignature(mark, size) };
    return {
      field,
      isVisible: size !== null,
      added,
      unsigned: prepareSignature(state, { ...facts, ...appearance, field }),
    };
  };
  if (unsignedFields.includes(field)) {
    if (place !== undefined)
      throw new Refusal(`The field ${field} already has a position. Omit --visible, or use the name of a new field.`);
    return sign(readState(bytes), new Uint8Array());
  }
  const { fileId, date } = facts;
  const signer = { key: field, ...(place === undefined ? {} : { signaturePlace: place }) };
  const { revision } = prepareSend(bytes, { signers: [signer], certify: false, fileId, date });
  return sign(revision.state, revision.tail);
}

/** Returns the displayed width and height of an unsigned field in points, or null for an invisible field. */
function sizeOf({ fields }: RevisionState, name: string): { width: number; height: number } | null {
  const field = fields.find((one) => one.name === name);
  const rectangle = field?.entries.find(([key]) => key === 'Rect')?.[1] ?? '';
  const [left = 0, bottom = 0, right = 0, top = 0] = rectangle.replaceAll(/[[\]]/g, '').trim().split(/\s+/).map(Number);
  const [width, height] = [Math.abs(right - left), Math.abs(top - bottom)];
  if (!(width > 0 && height > 0)) return null;
  return field?.rotation === 90 || field?.rotation === 270 ? { width: height, height: width } : { width, height };
}

function freeName(taken: readonly string[]): string {
  for (let number = 1; ; number++) if (!taken.includes(`Signature_${number}`)) return `Signature_${number}`;
}

async function answer(task: Task): Promise<Answer> {
  try {
    return { outcome: 'done', value: await run(task) };
  } catch (error) {
    if (error instanceof Refusal) return { outcome: 'refused', message: error.message };
    if (error instanceof PdfError) return { outcome: 'refused', message: SENTENCES[error.code] };
    throw error;
  }
}

parentPort?.postMessage(await answer(workerData as Task));
