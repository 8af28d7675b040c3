/**
 * Row-level security on Citus. Citus sends a statement to a worker over a connection of the current role. A second role
 * in the same transaction would get a second connection, which does not see the writes of the first. Every transaction
 * therefore runs under one role, and the setting `app.role` contains the application role that it acts as. The policies
 * of that role are derived from the ones of plain PostgreSQL: for each command, they combine what each role was granted
 * with the rows that its policies allow (ADR 149).
 */

export const CITUS_ROLE = 'countersign_citus';

/**
 * The roles of plain PostgreSQL that `CITUS_ROLE` combines. The role `search` is not included, because it reads the
 * same rows as `app`.
 */
export const COMBINED_ROLES = [
  'countersign_app',
  'countersign_auth',
  'countersign_erase',
  'countersign_jobs',
  'countersign_metrics',
] as const;

const COMMANDS = { select: 'r', insert: 'a', update: 'w', delete: 'd' } as const;
type CommandName = keyof typeof COMMANDS;
const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];

/** One policy and the privileges of one role on a table. `qual` and `check` are expressions, or null. */
export type RolePolicy = { role: string; command: string; qual: string | null; check: string | null };
export type RoleGrants = { role: string; commands: readonly string[] };

type Conditions = { using: string; check: string };

/**
 * On Citus, policies cannot contain subqueries, except policies on coordinator tables that read only coordinator
 * tables. The conditions here replace such subqueries. Each key consists of a table and a policy.
 */
export const REPLACED_CONDITIONS: Readonly<Record<string, string>> = {
  'last_sign_ins own_members': 'is_member(user_id)',
  'users own_members': 'is_member(id)',
  // The rows of a bulk send have the retention period of the bulk send.
  'bulk_send_rows jobs_old': 'true',
};

const either = (conditions: readonly string[]): string =>
  conditions.includes('true') ? 'true' : conditions.map((one) => `(${one})`).join(' or ');

/** Restricts each condition to the roles to which it applies: `app.role = any ('{app,auth}') and (...)`. */
function combine(byRole: ReadonlyMap<string, string>): string {
  const roles = new Map<string, string[]>();
  for (const [role, condition] of byRole) roles.set(condition, [...(roles.get(condition) ?? []), role]);
  return [...roles]
    .map(([condition, names]) => {
      const acts = `current_setting('app.role', true) = any ('{${names.toSorted().join(',')}}')`;
      return condition === 'true' ? acts : `${acts} and (${condition})`;
    })
    .toSorted()
    .map((one) => `(${one})`)
    .join(' or ');
}

function conditionsFor(
  command: CommandName,
  policies: readonly RolePolicy[],
  grants: readonly RoleGrants[],
): Conditions | undefined {
  const using = new Map<string, string>();
  const check = new Map<string, string>();
  for (const { role, commands } of grants) {
    if (!commands.includes(command)) continue;
    const applicable = policies.filter(
      (policy) => policy.role === role && (policy.command === '*' || policy.command === COMMANDS[command]),
    );
    if (applicable.length === 0) continue;
    using.set(role, either(applicable.map(({ qual }) => qual ?? 'true')));
    check.set(role, either(applicable.map((policy) => policy.check ?? policy.qual ?? 'true')));
  }
  return using.size === 0 ? undefined : { using: combine(using), check: combine(check) };
}

const clausesOf = (command: CommandName | 'all', { using, check }: Conditions): string => {
  if (command === 'insert') return `with check (${check})`;
  if (command === 'select' || command === 'delete') return `using (${using})`;
  return `using (${using}) with check (${check})`;
};

/**
 * Returns the statements that grant the combined role its privileges on one table. Empty if no combined role has any.
 */
export function combinedPolicies(
  table: string,
  policies: readonly RolePolicy[],
  grants: readonly RoleGrants[],
): string[] {
  const found = COMMAND_NAMES.flatMap((command) => {
    const conditions = conditionsFor(command, policies, grants);
    return conditions ? [{ command, conditions }] : [];
  });
  const [first] = found;
  if (!first) return [];
  const granted = `grant ${found.map(({ command }) => command).join(', ')} on ${table} to ${CITUS_ROLE}`;
  const same = found.every(
    ({ conditions }) => conditions.using === first.conditions.using && conditions.check === first.conditions.check,
  );
  const create = (name: string, command: CommandName | 'all', conditions: Conditions) =>
    `create policy ${name} on ${table} for ${command} to ${CITUS_ROLE} ${clausesOf(command, conditions)}`;
  return [
    granted,
    ...(same
      ? [create('citus', 'all', first.conditions)]
      : found.map(({ command, conditions }) => create(`citus_${command}`, command, conditions))),
  ];
}
