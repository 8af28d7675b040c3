/** From contract operation to use case: the shape that every handler has. Features give them in their operations.ts. */
import type { InputOf, Operation, OperationId, operations, OutputOf } from '@countersign/contract';
import type {
  ApiKeyPrincipal,
  LoginStepPrincipal,
  Principal,
  RequestContext,
  ServicePrincipal,
  SignerPrincipal,
  UserPrincipal,
} from '../principal.ts';
import type { z } from 'zod';
import type { ByteAnswer, EventStreamAnswer, StreamAnswer } from './answers.ts';

type Operations = typeof operations;

/** A file as it arrives; `fields` are those sent beside it, known once the file has been read. */
export type UploadedFile<F> = {
  filename: string;
  /** Invisible control characters were removed from the name. */
  isNameCleaned?: boolean;
  content: AsyncIterable<Uint8Array>;
  fields: () => Promise<F>;
};

/** Which principals a credential stands for; the service credential passes wherever a key does. */
type PrincipalsOf = {
  session: UserPrincipal;
  'login-step': LoginStepPrincipal;
  'api-key': ApiKeyPrincipal | ServicePrincipal;
  service: ServicePrincipal;
  cron: Extract<Principal, { kind: 'cron' }>;
  'signing-link': SignerPrincipal;
};

/** Which principals an operation lets through, from the credentials it takes. */
type PrincipalOf<O extends Operation> =
  | PrincipalsOf[Extract<O['credentials'][number], keyof PrincipalsOf>]
  | (Extract<O['credentials'][number], 'public' | 'file-link'> extends never
      ? never
      : Extract<Principal, { kind: 'public' }>);

type FileOf<O extends Operation> = O['body'] extends { kind: 'multipart'; fields: infer F }
  ? F extends { _output: infer Fields }
    ? UploadedFile<Fields> | (O['body'] extends { json: z.ZodType } ? undefined : never)
    : never
  : undefined;

/** Cookies: a session, a known browser, a login between its steps, logins begun at identity providers, a login that waits. */
export type CookieKind = 'session' | 'device' | 'login' | 'sso' | 'pending';

/** What a handler may set beside its answer. */
export type Effects = {
  /** Sets (or with undefined clears) the session cookie. */
  setSession: (token: string | undefined) => void;
  /** Sets the cookie by which this browser is known at its next login. */
  setDevice: (secret: string) => void;
  /** Sets (or with undefined clears) the cookie between a right password and the second factor. */
  setLoginStep: (token: string | undefined) => void;
  /** Sets (or with undefined clears) the cookie of a login that waits for the word of whoever is logged in here. */
  setPendingLogin: (sealed: string | undefined) => void;
};

export type Handler<O extends Operation> = (
  input: InputOf<O> & { file: FileOf<O> },
  context: RequestContext<PrincipalOf<O> extends Principal ? PrincipalOf<O> : Principal>,
  effects: Effects,
) => Promise<AnswerTo<O>>;

type AnswerTo<O extends Operation> = O['success']['body'] extends { kind: 'bytes' }
  ? ByteAnswer | StreamAnswer
  : O['success']['body'] extends { kind: 'events' }
    ? EventStreamAnswer | (O['success']['body'] extends { list: z.ZodType<infer List> } ? List : never)
    : OutputOf<O> | (O['success']['body'] extends { files: object } ? ByteAnswer : never);

/** A handler for each operation; `main/features.ts` does not compile while one is missing. */
export type Handlers = { [K in OperationId]: Handler<Operations[K]> };

/** The same with its types forgotten, for `invoke`, which treats every operation alike. */
export type AnyHandler = (
  input: { params: unknown; query: unknown; body: unknown; file: unknown },
  context: RequestContext,
  effects: Effects,
) => Promise<unknown>;
