/** The inputs and responses of operations, as described in docs/api/openapi.json. */
import type { operations } from './generated/api.ts';

export type OperationName = keyof operations;

type Json<T> = T extends { content: { 'application/json': infer Value } } ? Value : never;
type Form<T> = T extends { content: { 'multipart/form-data': infer Value } } ? Value : never;
type RequestBody<K extends OperationName> = operations[K] extends { requestBody?: infer Value }
  ? NonNullable<Value>
  : never;

/** The query parameters of an operation. */
export type Query<K extends OperationName> = NonNullable<operations[K]['parameters']['query']>;

/** The JSON body of an operation. */
export type Body<K extends OperationName> = Json<RequestBody<K>>;

/** All form fields except the file. */
export type Fields<K extends OperationName> = Omit<Form<RequestBody<K>>, 'file'>;

type Responses<K extends OperationName> = operations[K]['responses'];

/** An operation's JSON response on success. */
export type Answer<K extends OperationName> = {
  [Status in keyof Responses<K>]: Status extends 200 | 201 | 202 ? Json<Responses<K>[Status]> : never;
}[keyof Responses<K>];
