/** The content of an access matrix row for an operation. */
import type { ApiKeyScope, Environment, ErrorCode, Role } from '@countersign/contract';
import type { Credential } from './callers.ts';
import type { Access, Ownership, Relation, Verdict } from './rules.ts';
import type { Someone, Target, World } from './world.ts';

export type Scene = { world: World; by: Someone; environment: Environment; thing: Target };
export type Row = {
  access: Access | ((environment: Environment) => Access);
  owned?: Ownership;
  /**
   * Creates the object that the request's IDs refer to. `by` receives this object if `owned` is `addressee`, and
   * otherwise owns it.
   */
  make?: (world: World, by: Someone, environment: Environment) => Promise<Target>;
  /** Returns the values of path parameters that are not IDs. */
  params?: (scene: Scene) => Record<string, string>;
  query?: (scene: Scene) => string;
  body?: (scene: Scene) => object | Promise<object>;
  file?: () => Buffer;
  /** The object that a successful request uses up or changes. Undefined if the request only reads. */
  spends?: 'thing' | 'person' | 'organization';
  /**
   * The response to an authorized caller if the operation cannot succeed in the test, for example because it needs a
   * device.
   */
  answer?: number | ((credential: Credential) => number);
  /**
   * Whether a session that lacks the required second factor may call the operation. Such operations set up a second
   * factor or leave the organization.
   */
  withoutSecondFactor?: true;
  /**
   * Whether the operation skips IDs of other people's objects. The request then succeeds, as it does for unknown IDs.
   */
  passesOver?: true;
  /** The prefixes of IDs that only mark a position in a sequence, so the objects need not exist. */
  places?: readonly string[];
  /** The error for an unknown object. Defaults to the *_NOT_FOUND error for the ID. */
  absent?: ErrorCode;
  /** The response to members, whose role is too low. It is the same as for an unknown ID. */
  hidden?: ErrorCode;
  exceptions?: readonly Exception[];
};
export type Exception = {
  because: string;
  when: (credential: Credential, relation: Relation, environment: Environment) => boolean;
  verdict: Verdict;
};

// Access.
export const anyone: Access = { to: 'anyone' };
export const person = (role: Role = 'member'): Access => ({ to: 'person', role, securesAccount: false });
export const account = (role: Role = 'member'): Access => ({ to: 'person', role, securesAccount: true });
export const member = (scope?: ApiKeyScope, role: Role = 'member'): Access => ({ to: 'member', role, scope });
export const admin = (scope?: ApiKeyScope): Access => member(scope, 'admin');
export const operatorAdmin = { to: 'operator', role: 'admin', takesKeys: false } as const satisfies Access;

/**
 * The smallest possible picture of a page is requested, because access does not depend on its size, and drawing a
 * larger one takes a tenth of a second.
 */
export const SMALL = 'width=64';
