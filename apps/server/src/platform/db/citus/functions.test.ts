import { expect, test } from 'vitest';
import { type TenantFunction, withTenantVariable, wrapperOf } from './functions.ts';

const HEAD = 'CREATE OR REPLACE FUNCTION public.f(a text)\n RETURNS text\n LANGUAGE sql\n STABLE';
const sql = (source: string, more: Partial<TenantFunction> = {}): TenantFunction => ({
  definition: `${HEAD}\nAS $function$${source}$function$\n`,
  language: 'sql',
  source,
  body: null,
  isSet: false,
  isVoid: false,
  ...more,
});

test('rewrites an SQL function so that its query reads the tenant from a variable', () => {
  const written = withTenantVariable(sql(' select n from notes where tenant_id = current_tenant() '));
  expect(written).toContain('LANGUAGE plpgsql');
  expect(written).toContain('declare own_tenant text := current_tenant();');
  expect(written).toContain('return (select n from notes where tenant_id = own_tenant);');
});

test('rewrites SQL functions that return a set or no value', () => {
  expect(withTenantVariable(sql('select current_tenant()', { isSet: true }))).toContain(
    'return query select own_tenant;',
  );
  expect(withTenantVariable(sql('select f(current_tenant())', { isVoid: true }))).toContain('perform f(own_tenant);');
});

test('rewrites a SQL-standard function body as text, so that the function no longer depends on tables', () => {
  const body = 'RETURN (SELECT n FROM notes WHERE tenant_id = current_tenant())';
  const written = withTenantVariable({ ...sql(''), definition: `${HEAD}\n${body}\n`, body });
  expect(written).toContain('return (SELECT n FROM notes WHERE tenant_id = own_tenant);');
  expect(written).not.toContain('RETURN (');
});

test('removes the query for the statistics position from the search function, because the position is stored only on the coordinator', () => {
  const source = `declare seen_xid xid8; begin
    select p.xid, p.event_id into seen_xid, seen_event from statistics_positions p where p.tenant_id = current_tenant();
    return query select 1 where current_tenant() = ''; end`;
  const written = withTenantVariable(sql(source, { language: 'plpgsql', isSet: true }));
  expect(written).not.toContain('statistics_positions');
  expect(written).toContain(`select 1 where own_tenant = ''`);
});

test('writes a wrapper that runs a database function as its owner and then restores the role', () => {
  const written = wrapperOf({
    name: 'count_file',
    owner: 'countersign_erase',
    parameters: 'change bigint',
    names: ['change'],
    result: 'void',
  });
  const steps = [`'countersign_erase'`, 'perform count_file_body("change")', 'acting_before);'].map((part) =>
    written.lastIndexOf(part),
  );
  expect(steps).not.toContain(-1);
  expect(steps).toEqual(steps.toSorted((one, other) => one - other));
});
