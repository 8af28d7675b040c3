/** Runs the access matrix cells of one operation in one environment, and reports those that differ from the rules. */
import {
  type Environment,
  ERRORS,
  type ErrorCode,
  ID_PREFIXES,
  type IdKind,
  type Operation,
} from '@countersign/contract';
import { newId } from '../../../src/platform/crypto/ids.ts';
import type { Answer, Caller } from '../caller.ts';
import { anonymous } from '../expect-answer.ts';
import { MULTIPART } from '../multipart.ts';
import { soak } from '../soak.ts';
import { actorOf, callerFor, type Knock, other, SCOPES } from './callers.ts';
import { idParameters, idPrefixes } from './ids.ts';
import type { Row, Scene } from './row.ts';
import { judge, RANK, type Relation, type Verdict } from './rules.ts';
import { type Organization, prefixOf, type Someone, type Target, type World } from './world.ts';

const ABSENT: Record<string, ErrorCode> = {
  doc: 'DOCUMENT_NOT_FOUND',
  sgn: 'SIGNER_NOT_FOUND',
  key: 'API_KEY_NOT_FOUND',
  usr: 'MEMBER_NOT_FOUND',
  inv: 'INVITATION_NOT_FOUND',
  ses: 'SESSION_NOT_FOUND',
  org: 'ORGANIZATION_NOT_FOUND',
  anc: 'TRUST_ANCHOR_NOT_FOUND',
  bkp: 'BACKUP_NOT_FOUND',
  eml: 'MAIL_NOT_FOUND',
  whk: 'WEBHOOK_NOT_FOUND',
  dlv: 'DELIVERY_NOT_FOUND',
  dom: 'DOMAIN_NOT_FOUND',
  psk: 'PASSKEY_NOT_FOUND',
  viw: 'VIEW_NOT_FOUND',
  fdr: 'FOLDER_NOT_FOUND',
  ips: 'IN_PERSON_SESSION_NOT_FOUND',
  tpl: 'TEMPLATE_NOT_FOUND',
  bks: 'BULK_SEND_NOT_FOUND',
  pkg: 'PACKAGE_NOT_FOUND',
};
/** The allowed effects of rejected requests: a record of the attempt, and an ended session. */
const NOTED = new Set([
  'sessions',
  'login_attempts',
  'migrations',
  'rate_buckets',
  'api_key_usage',
  'api_requests',
  'security_events',
  // This table is written in the background from audit entries, which are counted separately.
  'log_queue',
  'transparency_logs',
  'log_runs',
  'log_nodes',
  'log_backfills',
  'log_keys',
  'log_checkpoints',
  'log_cosignatures',
  'log_timestamps',
  // This table is computed by the scheduler from other tables, which are counted separately.
  'usage_months',
  'statistics_documents',
  'statistics_states',
  'statistics_periods',
  'statistics_positions',
  'statistics_webhooks',
  'statistics_api',
]);
const AT_ONCE = 12;
/** The statuses of rejections that are caused by an object's state. */
const STATES = [409, 410];

export class Cells {
  readonly #world: World;
  readonly #operation: Operation;
  readonly #row: Row;
  readonly #environment: Environment;
  readonly #isServed: boolean;
  /** Selects the transport of a caller's requests. By default, the caller is used unchanged. */
  readonly #carry: (caller: Caller, knock: Knock) => Caller;
  /** Objects that a request has already used up. Other callers with the same permission use the same object. */
  readonly #spent = new Map<string, Target>();
  /** The response for an unknown ID, by caller and kind of ID. */
  readonly #nothing = new Map<string, Promise<Nothing>>();

  constructor(
    world: World,
    operation: Operation,
    row: Row,
    environment: Environment,
    carry: (caller: Caller, knock: Knock) => Caller = (caller) => caller,
  ) {
    this.#carry = carry;
    this.#world = world;
    this.#operation = operation;
    this.#row = row;
    this.#environment = environment;
    this.#isServed = (operation.environment ?? environment) === environment;
  }

  /** Runs the cells and returns the errors found. Rejected cells run first and must not change any table. */
  async play(knocks: readonly Knock[]): Promise<string[]> {
    const relations: Relation[] = this.#row.owned === undefined || !this.#isServed ? ['own'] : ['own', "colleague's"];
    const cells = knocks.flatMap((knock) =>
      relations
        .filter((relation) => relation === 'own' || actorOf(knock) !== undefined)
        .map((relation) => ({ knock, relation, verdict: this.#verdict(knock, relation) })),
    );
    const refused = cells.filter(({ verdict }) => verdict !== 'allowed');
    const allowed = chosenAllowed(cells.filter(({ verdict }) => verdict === 'allowed'));
    // The objects must exist before the rows of the tables are counted.
    for (const { knock, relation } of cells) await this.#kept(knock, relation);
    const swaps = this.#isServed ? await this.#swaps(knocks) : [];
    const before = await this.#rows();
    const faults = await each(refused, (cell) => this.#refused(cell));
    faults.push(...(await each(swaps, (swap) => this.#swapped(swap))));
    const after = await this.#rows();
    for (const [table, count] of Object.entries(after))
      if (count !== before[table])
        faults.push(`refused requests changed ${table}: ${before[table]} rows, then ${count}`);
    const isSpent = this.#row.spends !== undefined;
    faults.push(...(await each(allowed, (cell) => this.#allowed(cell), isSpent ? 1 : AT_ONCE)));
    return faults;
  }

  /**
   * Sends one allowed request several times concurrently and returns the responses. Empty if no credential is allowed
   * to send it.
   */
  async together(knocks: readonly Knock[], times: number): Promise<Answer[]> {
    const knock = knocks.find((one) => this.#verdict(one, 'own') === 'allowed');
    if (!knock) return [];
    const cell = await this.#fresh(knock, 'own');
    return Promise.all(Array.from({ length: times }, async () => (await this.#send(...cell)).answer));
  }

  #verdict({ credential }: Knock, relation: Relation): Verdict {
    if (!this.#isServed) return 'NOT_FOUND';
    const { access, exceptions = [], hidden } = this.#row;
    const whose = typeof access === 'function' ? access(this.#environment) : access;
    const verdict = judge(whose, credential, this.#environment, relation, this.#row);
    if (hidden && verdict === 'FORBIDDEN' && 'by' in credential && credential.by.role === 'member') return hidden;
    // Exceptions apply only to callers who have passed the general checks, because an invalid key is rejected everywhere.
    if (verdict !== 'allowed') return verdict;
    const exception = exceptions.find(({ when }) => when(credential, relation, this.#environment));
    return exception?.verdict ?? verdict;
  }

  async #refused(cell: Cell): Promise<string | undefined> {
    const { knock, relation, verdict } = cell;
    const { answer, id } = await this.#send(knock, await this.#kept(knock, relation));
    const fault = this.#departure(answer, verdict);
    return fault && `${knock.name}, ${relation}: ${fault} (${id})`;
  }

  /**
   * Each owner's object is created and used up once. Other callers with the same permission then use the same object.
   * If they succeed, or are rejected only for the object's state, the guards have accepted them. Any other response is
   * checked with a new object.
   */
  async #allowed({ knock, relation }: Cell): Promise<string | undefined> {
    const { answer: given, spends, make } = this.#row;
    const expected = (typeof given === 'function' ? given(knock.credential) : given) ?? this.#operation.success.status;
    const isTaken = spends === 'thing' && make !== undefined;
    const place = isTaken ? `${relation} ${(await this.#owner(knock, relation)).userId}` : '';
    const spent = this.#spent.get(place);
    if (spent && [expected, ...STATES].includes((await this.#send(knock, spent)).answer.status)) return undefined;
    const [twin, thing] = await this.#fresh(knock, relation);
    if (isTaken) this.#spent.set(place, thing);
    const { answer } = await this.#send(twin, thing);
    return answer.status === expected
      ? undefined
      : `${knock.name}, ${relation}: should be ${expected}, is ${answer.status} ${answer.text.slice(0, 300)}`;
  }

  #departure({ status, body, text }: Answer, verdict: Verdict): string | undefined {
    if (typeof verdict === 'object') {
      const { field } = (body as { error: { field?: string } }).error;
      return status === 422 && field === verdict.invalid
        ? undefined
        : `should be 422 on ${verdict.invalid}, is ${status} ${text}`;
    }
    const code = verdict === 'absent' || verdict === 'allowed' ? this.#absent() : verdict;
    const { error } = (body ?? {}) as { error?: unknown };
    return status === ERRORS[code][0] && error === code
      ? undefined
      : `should be ${ERRORS[code][0]} ${code}, is ${status} ${text.slice(0, 200)}`;
  }

  #absent(): ErrorCode {
    const [prefix = ''] = idPrefixes(this.#operation);
    return this.#row.absent ?? ABSENT[prefix] ?? 'NOT_FOUND';
  }

  /**
   * For callers whom the general rules do not reject: replaces each ID in the request separately, once with another
   * object's ID and once with an unknown ID.
   */
  async #swaps(knocks: readonly Knock[]): Promise<Swap[]> {
    const swaps: Swap[] = [];
    const { owned, passesOver, places = [] } = this.#row;
    const taken = passesOver ? [...idPrefixes(this.#operation), ...this.#unmarked()] : idPrefixes(this.#operation);
    const prefixes =
      owned === undefined && passesOver !== true ? [] : taken.filter((prefix) => !places.includes(prefix));
    for (const knock of knocks) {
      // Callers who are always rejected have already been tested.
      const verdict = this.#verdict(knock, 'own');
      if (verdict !== 'allowed' && verdict !== 'absent') continue;
      const thing = await this.#kept(knock, 'own');
      for (const [relation, place] of await this.#elsewhere(knock))
        for (const prefix of prefixes) {
          const theirs = place.ids[prefix];
          // A person is the same in both environments, so this ID does not belong to someone else.
          const isOwn = prefix === 'usr' && relation === "other environment's";
          if (theirs !== undefined && theirs !== thing.ids[prefix] && !isOwn)
            swaps.push({ knock, relation, prefix, theirs, thing });
        }
    }
    return swaps;
  }

  /**
   * Returns the kind of ID that the request contains although its schemas do not show it, because the operation
   * validates each ID separately.
   */
  #unmarked(): string[] {
    return this.#row.make && idPrefixes(this.#operation).length === 0 ? ['doc'] : [];
  }

  /** Returns objects of another organization, and of the same organization's other environment. */
  async #elsewhere(knock: Knock): Promise<[Relation, Target][]> {
    const { home, operator } = this.#world;
    const by = await this.#owner(knock, 'own');
    const far = by.organization === operator ? home : operator;
    const found: [Relation, Target][] = [
      ["other organization's", await this.#of(await this.#world.person('owner', far), this.#environment, 'far')],
    ];
    // Operations on people and organizations exist in only one environment, so there is no object in the other
    // environment. Documents sent to an address belong to that address in both environments, because a signing link
    // opens the same page for both.
    if (this.#operation.environment === undefined && this.#row.owned !== 'addressee')
      found.push(["other environment's", await this.#of(by, other(this.#environment), 'beyond')]);
    return found;
  }

  async #swapped({ knock, relation, prefix, theirs, thing }: Swap): Promise<string | undefined> {
    const send = async (id: string): Promise<Answer> =>
      (await this.#send(knock, { ...thing, ids: { ...thing.ids, [prefix]: id } })).answer;
    const answer = await send(theirs);
    // The response for the unknown ID is requested once for all IDs that it replaces.
    const { nothing, unknown } = await this.#once(`${knock.name} ${prefix}`, async () => {
      const id = newId(kindOf(prefix));
      return { nothing: await send(id), unknown: id };
    });
    const where = `${knock.name}, ${prefix} of ${relation}`;
    if (answer.status < 400 && this.#row.passesOver !== true)
      return `${where}: is ${answer.status} ${answer.text.slice(0, 200)}`;
    const [one, two] = [JSON.stringify(anonymous(answer, theirs)), JSON.stringify(anonymous(nothing, unknown))];
    return one === two ? undefined : `${where}: is ${one}, and for nothing ${two}`;
  }

  #once(name: string, ask: () => Promise<Nothing>): Promise<Nothing> {
    const asked = this.#nothing.get(name) ?? ask();
    this.#nothing.set(name, asked);
    return asked;
  }

  #of(by: Someone, environment: Environment, name: string): Promise<Target> {
    const { make } = this.#row;
    if (!make) return Promise.resolve({ ids: {} });
    return this.#world.once(`${name} ${make.toString()} ${environment} ${by.userId}`, () =>
      make(this.#world, by, environment),
    );
  }

  async #owner(knock: Knock, relation: Relation): Promise<Someone> {
    const { credential } = knock;
    // A caller without permissions cannot own an object, so they request other people's objects.
    const isShutOut =
      (credential.kind === 'key' && !credential.plan) ||
      (credential.kind === 'session' && credential.lacksFactor && this.#row.withoutSecondFactor !== true);
    const by = (isShutOut ? undefined : actorOf(knock)?.by) ?? (await this.#world.person('owner'));
    return relation === 'own' ? by : this.#world.colleague(by.organization);
  }

  async #kept(knock: Knock, relation: Relation): Promise<Target> {
    const environment = this.#isServed ? this.#environment : other(this.#environment);
    return this.#of(await this.#owner(knock, relation), environment, 'kept');
  }

  /**
   * Returns an object that an allowed request may use up and, for personal operations, a person who may also be used
   * up.
   */
  async #fresh(knock: Knock, relation: Relation): Promise<[Knock, Target]> {
    const { spends, make } = this.#row;
    if (spends === undefined || (spends === 'thing' && !make)) return [knock, await this.#kept(knock, relation)];
    const { credential } = knock;
    if (spends !== 'thing' && credential.kind === 'session') {
      const organization: Organization =
        spends === 'organization' ? await this.#world.organization() : credential.by.organization;
      const by = await this.#world.someone(credential.by.role, organization);
      if (credential.federated)
        await this.#world.app.sql(`update sessions set method = 'saml' where user_id = $1`, [by.userId]);
      const twin: Knock = { ...knock, credential: { ...credential, by }, caller: by.session };
      return [twin, (await make?.(this.#world, by, this.#environment)) ?? { ids: {} }];
    }
    const owner = await this.#owner(knock, relation);
    return [knock, (await make?.(this.#world, owner, this.#environment)) ?? { ids: {} }];
  }

  async #send(knock: Knock, thing: Target): Promise<{ answer: Answer; id: string }> {
    const { path, method } = this.#operation;
    const { world } = { world: this.#world };
    const by = actorOf(knock)?.by ?? (await world.person('owner'));
    const scene: Scene = { world, by, environment: this.#environment, thing };
    const { params, query, body, file } = this.#row;
    const names = idParameters(this.#operation);
    const given = params?.(scene) ?? {};
    const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => given[name] ?? thing.ids[names[name] ?? ''] ?? name);
    const version = knock.name.length % 2 === 0 ? '' : '/v1';
    const url = `${prefixOf(this.#environment)}${version}${filled}${query ? `?${query(scene)}` : ''}`;
    const payload = file?.() ?? (await body?.(scene));
    const caller = this.#carry(await callerFor(world, knock, thing), knock);
    const answer = await caller.send(method, url, {
      ...(payload !== undefined && { body: payload }),
      headers: { ...knock.headers, ...(file && MULTIPART) },
    });
    return { answer, id: `${method} ${url}` };
  }

  async #rows(): Promise<Record<string, string>> {
    const { app } = this.#world;
    const tables = await this.#world.once('tables', () =>
      app.sql<{ name: string }>(
        `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
      ),
    );
    const counts = tables
      .filter(({ name }) => !NOTED.has(name))
      .map(({ name }) => `(select count(*) from ${name}) as ${name}`);
    // The statement is executed hundreds of times but planned only once, because planning takes five times as long as
    // execution.
    return (await app.sql<Record<string, string>>(`select ${counts.join(', ')}`, [], 'rows of all tables'))[0] ?? {};
  }
}

type Cell = { knock: Knock; relation: Relation; verdict: Verdict };

/**
 * `npm test` runs all rejected cells, but only one allowed cell of each kind of credential and each relation: the one
 * with the fewest permissions. The check that accepts this credential also accepts credentials with more permissions.
 */
const chosenAllowed = soak({ test: leastPrivileged, full: (cells: Cell[]) => cells });

function leastPrivileged(cells: Cell[]): Cell[] {
  const chosen = new Map<string, Cell>();
  for (const cell of cells.toSorted((a, b) => permissions(a.knock) - permissions(b.knock))) {
    const { kind } = cell.knock.credential;
    const place = `${cell.relation} ${kind}`;
    if (!chosen.has(place)) chosen.set(place, cell);
  }
  return [...chosen.values()];
}

/** Orders credentials of the same kind: by role, and for keys by the number of scopes. */
function permissions(knock: Knock): number {
  const { credential } = knock;
  const role = actorOf(knock)?.role;
  const rank = role === undefined ? 0 : RANK[role];
  return credential.kind === 'key' ? rank * SCOPES.length + credential.scopes.length : rank;
}
type Nothing = { nothing: Answer; unknown: string };
type Swap = { knock: Knock; relation: Relation; prefix: string; theirs: string; thing: Target };

function kindOf(prefix: string): IdKind {
  const found = Object.entries(ID_PREFIXES).find(([, its]) => its === prefix);
  if (!found) throw new Error(`No ID type begins with ${prefix}_.`);
  return found[0] as IdKind;
}

/** Runs several checks at once, because the server can process one request while another waits for the database. */
async function each<T>(
  items: readonly T[],
  check: (item: T) => Promise<string | undefined>,
  atOnce: number = AT_ONCE,
): Promise<string[]> {
  const faults: string[] = [];
  for (let at = 0; at < items.length; at += atOnce) {
    const found = await Promise.all(items.slice(at, at + atOnce).map(check));
    faults.push(...found.filter((fault) => fault !== undefined));
  }
  return faults;
}
