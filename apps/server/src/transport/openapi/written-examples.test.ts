import { type Operation, type OperationId, operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { WRITTEN_EXAMPLES } from './written-examples.ts';

test.each(Object.entries(WRITTEN_EXAMPLES) as [OperationId, object][])(
  'accepts the documented example of the operation %s',
  (id, sent) => {
    const { body }: Operation = operations[id];
    const schema = body?.kind === 'json' ? body.schema : body?.json;
    expect(schema?.safeParse(sent, { reportInput: true })).toMatchObject({ success: true });
  },
);
