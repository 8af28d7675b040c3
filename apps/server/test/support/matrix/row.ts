/** The content of an access matrix row for an operation. */
import type { ApiKeyScope, Environment, ErrorCode, Role } from '@countersign/contract';
import type { Credential } from './callers.ts';
import type { Access, Ownership, Relation, Verdict } from './rules.ts';
import type { Someone, Thing, World } from './world.ts';

export type Scene = { world: World; by: Someone; environment: Environment; thing: Thing };
export type Row = {
  access: Access | ((environment: Environment) => Access);
  owned?: Ownership;
  /** The object that the request's ids name, created by its owner. For an address: sent to this person. */
  make?: (world: World, by: Someone, environment: Environment) => Promise<Thing>;
  /** Path parameters that are not ids. */
  params?: (scene: Scene) => Record<string, string>;
  query?: (scene: Scene) => string;
  body?: (scene: Scene) => object | Promise<object>;
  file?: () => Buffer;
  /** The object that a success uses up or changes. Without it the request only reads. */
  spends?: 'thing' | 'person' | 'organization';
  /** The response to an authorized caller where a success would need something unavailable, such as a device. */
  answer?: number | ((credential: Credential) => number);
  /** Open to a session that lacks the required second factor: operations for setting one up, or for leaving. */
  withoutSecondFactor?: true;
  /** Ids of others are skipped: the request succeeds, the same as for unknown ones. */
  passesOver?: true;
  /** Ids that only mark a position in an order, so it does not matter whether they exist. */
  places?: readonly string[];
  /** The error for an unknown object, by default the *_NOT_FOUND of the id. */
  absent?: ErrorCode;
  /** The response to members, whose role is too low: the same as for an unknown id. */
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
 * The smallest possible image of a page: access does not depend on its size, and drawing a larger one takes a tenth of
 * a second.
 */
export const SMALL = 'width=64';
