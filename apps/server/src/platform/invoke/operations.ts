/**
 * Defines the signature of every handler, which connects an operation of the contract to use cases. Features declare
 * their handlers in their operations.ts.
 */
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

/** A file as it arrives. `fields` resolves to the other fields of the form once the file has been read. */
export type UploadedFile<F> = {
  filename: string;
  /** True if invisible control characters were removed from the name. */
  isNameCleaned?: boolean;
  content: AsyncIterable<Uint8Array>;
  fields: () => Promise<F>;
};

/** The principals of each credential. Operations that accept an API key also accept the service credential. */
type PrincipalsOf = {
  session: UserPrincipal;
  'login-step': LoginStepPrincipal;
  'api-key': ApiKeyPrincipal | ServicePrincipal;
  service: ServicePrincipal;
  cron: Extract<Principal, { kind: 'cron' }>;
  'signing-link': SignerPrincipal;
};

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

/**
 * The kinds of cookies: a session, a known browser, a sign-in between its steps, sign-ins started at identity
 * providers, and a sign-in that waits for confirmation.
 */
export type CookieKind = 'session' | 'device' | 'login' | 'sso' | 'pending';

export type Effects = {
  /** Sets the session cookie, or clears it if the token is undefined. */
  setSession: (token: string | undefined) => void;
  /** Sets the cookie that identifies this browser at its next sign-in. */
  setDevice: (secret: string) => void;
  /**
   * Sets the cookie for the step between a correct password and the second factor, or clears it if the token is
   * undefined.
   */
  setLoginStep: (token: string | undefined) => void;
  /**
   * Sets the cookie of a sign-in that waits for confirmation by the signed-in person, or clears it if the value is
   * undefined.
   */
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

/** A handler for each operation. `main/features.ts` does not compile if one is missing. */
export type Handlers = { [K in OperationId]: Handler<Operations[K]> };

/** A handler without types, for `invoke`, which treats every operation alike. */
export type AnyHandler = (
  input: { params: unknown; query: unknown; body: unknown; file: unknown },
  context: RequestContext,
  effects: Effects,
) => Promise<unknown>;
