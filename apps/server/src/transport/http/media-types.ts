/** Content types of request bodies: the accepted types, and the refusal of all other types (RFC 9110 §15.5.16). */
import { type Operation, operations } from '@countersign/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';
/** The maximum length of the header when it is repeated in the error. */
const SHOWN = 100;

export function unsupportedMediaType(request: FastifyRequest): AppError {
  const contentType = request.headers['content-type'] ?? '';
  const accepted = acceptedBy(request);
  const sent =
    contentType === '' ? 'The request has no Content-Type.' : `Unsupported Content-Type \`${short(contentType)}\`.`;
  const send = accepted.map((type) => `\`${type}\``).join(' or ');
  return new AppError(
    'UNSUPPORTED_MEDIA_TYPE',
    { contentType: short(contentType), accepted },
    { message: accepted.length === 0 ? `${sent} This operation accepts no request body.` : `${sent} Send ${send}.` },
  );
}

function acceptedBy({ routeOptions: { config } }: FastifyRequest): string[] {
  // Routes without an operation serve GraphQL.
  if (config.operation === undefined) return [JSON_TYPE, FORM_TYPE];
  const { body }: Operation = operations[config.operation];
  if (body === undefined) return [];
  if (body.kind === 'json') return [JSON_TYPE];
  return body.json === undefined ? [FORM_TYPE] : [FORM_TYPE, JSON_TYPE];
}

const short = (text: string): string => (text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`);
