/** Converts files in responses to GraphQL values. */
import type { Operation, OperationId } from '@countersign/contract';
import { operations } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { ByteAnswer } from '../../platform/invoke/answers.ts';
import type { Shape } from './shapes.ts';

/**
 * The maximum size of a file in a response. As JSON, a file takes several times its size in memory. Larger files have a
 * download address.
 */
const MAX_BYTES = 8 * 1024 * 1024;

const member = (scalar: 'String' | 'Int', nullable = false): Shape => ({ kind: 'scalar', scalar, nullable });
export const FILE_SHAPE: Shape = {
  kind: 'object',
  nullable: false,
  name: 'File',
  members: new Map([
    ['contentType', member('String')],
    ['filename', member('String', true)],
    ['size', member('Int')],
    ['base64', { ...member('String'), description: 'The content of the file, encoded as base64. At most 8 MB.' }],
  ]),
};

export async function fileOf(id: OperationId, answer: ByteAnswer): Promise<unknown> {
  const { success }: Operation = operations[id];
  const { size, filename, contentType = success.body.kind === 'bytes' ? success.body.contentType : undefined } = answer;
  if (size > MAX_BYTES)
    throw new AppError('FILE_TOO_LARGE', { maxBytes: MAX_BYTES }, { message: 'Download this file through REST.' });
  await answer.beforeBytes();
  const bytes = size === 0 ? Buffer.alloc(0) : await bytesOf(answer.open({ start: 0, end: size - 1 }));
  return { contentType, filename: filename ?? null, size, base64: bytes.toString('base64') };
}

async function bytesOf(opened: ReturnType<ByteAnswer['open']>): Promise<Buffer> {
  if (opened instanceof Uint8Array) return Buffer.from(opened);
  const chunks: Buffer[] = [];
  for await (const chunk of opened) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}
