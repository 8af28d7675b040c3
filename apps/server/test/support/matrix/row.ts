/** What a row of the access matrix says of an operation. */
import type { ApiKeyScope, Environment, ErrorCode, Role } from '@countersign/contract';
import type { Credential } from './callers.ts';
import type { Access, Ownership, Relation, Verdict } from './rules.ts';
import type { Someone, Thing, World } from './world.ts';

export type Scene = { world: World; by: Someone; environment: Environment; thing: Thing };
export type Row = {
  access: Access | ((environment: Environment) => Access);
  owned?: Ownership;
  /** What the ids of the request stand for, made by its owner. For an address's: sent to this person. */
  make?: (world: World, by: Someone, environment: Environment) => Promise<Thing>;
  /** Parameters of the path that are no ids. */
  params?: (scene: Scene) => Record<string, string>;
  query?: (scene: Scene) => string;
  body?: (scene: Scene) => object | Promise<object>;
  file?: () => Buffer;
  /** What a success uses up: nothing is left as it was. Without it the request only looks. */
  spends?: 'thing' | 'person' | 'organization';
  /** The answer to whoever may, where a success would take what is not at hand, such as a device. */
  answer?: number | ((credential: Credential) => number);
  /** Open to a session that lacks the second factor its organization requires: what leads to having one, or away. */
  withoutSecondFactor?: true;
  /** Ids of others are passed over: the request succeeds, alike for them and for nothing. */
  passesOver?: true;
  /** Ids that are only a place in an order: whether anything is there makes no difference. */
  places?: readonly string[];
  /** What is said where there is nothing; default the *_NOT_FOUND of the id. */
  absent?: ErrorCode;
  /** The answer to members, whose role is too low: the same as for an id that nothing has. */
  hidden?: ErrorCode;
  exceptions?: readonly Exception[];
};
export type Exception = {
  because: string;
  when: (credential: Credential, relation: Relation, environment: Environment) => boolean;
  verdict: Verdict;
};

// Who may.
export const anyone: Access = { to: 'anyone' };
export const person = (role: Role = 'member'): Access => ({ to: 'person', role, securesAccount: false });
export const account = (role: Role = 'member'): Access => ({ to: 'person', role, securesAccount: true });
export const member = (scope?: ApiKeyScope, role: Role = 'member'): Access => ({ to: 'member', role, scope });
export const admin = (scope?: ApiKeyScope): Access => member(scope, 'admin');
export const operatorAdmin = { to: 'operator', role: 'admin', takesKeys: false } as const satisfies Access;

/** A picture of a page as small as there is one: who may see it does not depend on its size, and drawing it takes a tenth of a second. */
export const SMALL = 'width=64';
