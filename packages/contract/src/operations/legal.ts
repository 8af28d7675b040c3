/** Legal holds: what must not be erased for the time being. */
import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { holdKind, legalHold } from '../legal.ts';
import { defineOperation, json } from '../operation.ts';
import { idParam } from '../path-params.ts';
import { numberParameter } from '../query-params.ts';
import { multiLine, singleLine } from '../values.ts';

const administers = {
  credentials: ['session', 'api-key'],
  role: 'admin',
  scope: 'admin',
  rate: 'credential',
} as const;
const holds = { ...administers, tag: 'Legal holds' } as const;
const success = z.object({ success: z.literal(true) });
const reason = multiLine(2000)
  .refine((text) => text !== '', 'must not be empty')
  .meta({ description: 'such as the matter or the authority that asked' });

export const listLegalHolds = defineOperation({
  ...holds,
  id: 'listLegalHolds',
  method: 'GET',
  path: '/api/legal/holds',
  summary: 'Legal holds of this environment, newest first',
  query: z.strictObject({
    state: z.enum(['standing', 'released']).optional(),
    pageSize: numberParameter(1, 100).default(20),
    cursor: idSchema('legalHold').optional(),
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        holds: z.array(legalHold),
        pagination: z.object({ hasMore: z.boolean(), nextCursor: idSchema('legalHold').nullable() }),
      }),
    ),
  },
  errors: [],
});

export const placeLegalHold = defineOperation({
  ...holds,
  id: 'placeLegalHold',
  method: 'POST',
  path: '/api/legal/holds',
  summary:
    'Keep a document, everything of a person, or everything with a tag from being erased until the hold is released',
  body: json(
    z.strictObject({
      kind: holdKind,
      target: singleLine(254).meta({ description: 'id of the document, e-mail address of the person, or the tag' }),
      reason,
    }),
  ),
  success: { status: 201, body: json(success.extend({ hold: legalHold })) },
  errors: ['DOCUMENT_NOT_FOUND'],
});

export const releaseLegalHold = defineOperation({
  ...holds,
  id: 'releaseLegalHold',
  method: 'DELETE',
  path: '/api/legal/holds/:holdId',
  summary: 'Release a legal hold; what is due then is erased by the next run',
  params: z.object({ holdId: idParam('legalHold', 'LEGAL_HOLD_NOT_FOUND') }),
  body: json(z.strictObject({ reason })),
  success: { status: 200, body: json(success.extend({ hold: legalHold })) },
  errors: ['LEGAL_HOLD_NOT_FOUND'],
});
