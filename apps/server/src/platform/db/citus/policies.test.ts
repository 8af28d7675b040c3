import { expect, test } from 'vitest';
import { combinedPolicies, type RolePolicy } from './policies.ts';

const TENANT = '(tenant_id = current_tenant())';
const policies: RolePolicy[] = [
  { role: 'countersign_app', command: '*', qual: TENANT, check: null },
  { role: 'countersign_jobs', command: 'd', qual: '(expires_at < now())', check: null },
  // A policy without a grant allows nothing.
  { role: 'countersign_metrics', command: '*', qual: 'true', check: null },
];
const grants = [
  { role: 'countersign_app', commands: ['select', 'insert'] },
  { role: 'countersign_jobs', commands: ['select', 'delete'] },
];
const acts = (role: string): string => `current_setting('app.role', true) = any ('{countersign_${role}}')`;

test('grants the Citus role the privileges of every other role, limited by the row policies of that role', () => {
  expect(combinedPolicies('notes', policies, grants)).toEqual([
    'grant select, insert, delete on notes to countersign_citus',
    `create policy citus_select on notes for select to countersign_citus using ((${acts('app')} and ((${TENANT}))))`,
    `create policy citus_insert on notes for insert to countersign_citus with check ((${acts('app')} and ((${TENANT}))))`,
    `create policy citus_delete on notes for delete to countersign_citus using ((${acts('jobs')} and (((expires_at < now())))))`,
  ]);
});

test('writes a single row policy if every command has the same condition', () => {
  const [app] = policies;
  const all = combinedPolicies('notes', app ? [app] : [], [
    { role: 'countersign_app', commands: ['select', 'insert', 'update', 'delete'] },
  ]);
  expect(all).toHaveLength(2);
  expect(all[1]).toMatch(/^create policy citus on notes for all to countersign_citus using .* with check /);
});

test('grants no privileges on a table without a row policy', () => {
  expect(combinedPolicies('notes', [], grants)).toEqual([]);
});
