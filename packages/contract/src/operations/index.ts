/** Every operation of the interface. An operation that is not in this list does not exist. */
import * as accounts from './accounts.ts';
import * as documents from './documents.ts';
import * as service from './service.ts';
import * as signing from './signing.ts';

export const operations = { ...accounts, ...documents, ...signing, ...service } as const;
export type OperationId = keyof typeof operations;
