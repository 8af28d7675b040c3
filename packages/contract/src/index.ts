/** The contract of Countersign: the one definition that server, clients and documentation share. */
export * from './ids.ts';
export * from './errors.ts';
export * from './resources.ts';
export * from './operation.ts';
export * from './events.ts';
export { operations, type OperationId } from './operations/index.ts';
