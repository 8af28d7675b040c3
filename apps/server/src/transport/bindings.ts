/** From contract operation to use case: the shape that every handler has. */
import type { InputOf, Operation, OperationId, operations, OutputOf } from '@countersign/contract';
import type {
  Principal,
  RequestContext,
  SignerPrincipal,
  UserPrincipal,
  MemberPrincipal,
} from '../platform/principal.ts';
import type { ByteAnswer } from './bytes.ts';
import type { UploadedFile } from './multipart.ts';

type Operations = typeof operations;

/** Which principals an operation lets through, from the credentials it takes. */
type PrincipalOf<O extends Operation> =
  | ('session' extends O['credentials'][number]
      ? 'api-key' extends O['credentials'][number]
        ? MemberPrincipal
        : UserPrincipal
      : never)
  | ('signing-link' extends O['credentials'][number] ? SignerPrincipal : never)
  | (Extract<O['credentials'][number], 'public' | 'file-link'> extends never
      ? never
      : Extract<Principal, { kind: 'public' }>);

type FileOf<O extends Operation> = O['body'] extends { kind: 'multipart'; fields: infer F }
  ? F extends { _output: infer Fields }
    ? UploadedFile<Fields>
    : never
  : undefined;

/** What a handler may set beside its answer. */
export type Effects = {
  /** Sets (or with undefined clears) the session cookie. */
  setSession: (token: string | undefined) => void;
};

export type Handler<O extends Operation> = (
  input: InputOf<O> & { file: FileOf<O> },
  context: RequestContext<PrincipalOf<O> extends Principal ? PrincipalOf<O> : Principal>,
  effects: Effects,
) => Promise<O['success']['body'] extends { kind: 'bytes' } ? ByteAnswer : OutputOf<O>>;

/** One handler for every operation: an operation without one does not compile. */
export type Bindings = { [K in OperationId]: Handler<Operations[K]> };

/** The same with its types forgotten, for the loop that registers routes. */
export type AnyHandler = (
  input: { params: unknown; query: unknown; body: unknown; file: unknown },
  context: RequestContext,
  effects: Effects,
) => Promise<unknown>;
