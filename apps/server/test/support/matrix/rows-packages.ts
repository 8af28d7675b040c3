/** Rows of the access matrix for packages. */
import type { Environment, OperationId } from '@countersign/contract';
import { expect } from 'vitest';
import { member, type Row, type Scene } from './row.ts';
import { prefixOf, type Someone, type Target, type World } from './world.ts';

const prefix = (environment: Environment): string => `${prefixOf(environment)}/api/packages`;

async function make(world: World, by: Someone, environment: Environment): Promise<Target> {
  const { ids } = await world.draft(by, environment);
  const body = { title: 'A package', documentIds: [ids['doc']] };
  const answer = await by.session.post<'createPackage'>(prefix(environment), body);
  expect(answer.status, answer.text).toBe(201);
  return { ids: { ...ids, pkg: answer.body.package.id } };
}

async function send(world: World, by: Someone, environment: Environment): Promise<Target> {
  const { ids } = await make(world, by, environment);
  const path = `${prefix(environment)}/${ids['pkg']}/send`;
  const answer = await by.session.post<'sendPackage'>(path, { signers: [world.app.person()] });
  expect(answer.status, answer.text).toBe(200);
  const sgn = answer.body.package.documents[0]?.signers[0]?.id ?? '';
  return { ids: { ...ids, sgn }, link: world.link(by.organization.tenants[environment], sgn) };
}

const own = { owned: 'person', make } satisfies Partial<Row>;
const reads = member('documents:read');
const writes = member('documents:write');

export const PACKAGE_ROWS: Partial<Record<OperationId, Row>> = {
  createPackage: {
    access: writes,
    owned: 'person',
    make: (world, by, environment) => world.draft(by, environment),
    body: ({ thing }: Scene) => ({ title: 'A package', documentIds: [thing.ids['doc']] }),
    // Templates are used instead of documents. createPackage-templates.test.ts tests who may use which template.
    places: ['tpl'],
    spends: 'thing',
  },
  listPackages: { access: reads, places: ['usr', 'tpl'] },
  getPackage: { access: reads, ...own },
  updatePackage: {
    access: writes,
    ...own,
    body: ({ thing }) => ({ title: 'Another', documentIds: [thing.ids['doc']] }),
    spends: 'thing',
  },
  deletePackage: { access: writes, ...own, spends: 'thing' },
  sendPackage: {
    access: writes,
    ...own,
    body: ({ world, thing }) => ({ signers: [{ ...world.app.person(), documentIds: [thing.ids['doc']] }] }),
    spends: 'thing',
  },
  cancelPackage: {
    access: writes,
    owned: 'person',
    make: send,
    body: () => ({ reason: 'Wrong version' }),
    spends: 'thing',
  },
  openPackageDocument: {
    access: { to: 'recipient', proof: 'token' },
    owned: 'person',
    make: send,
    body: () => ({}),
    places: ['ten'],
    spends: 'thing',
    absent: 'INVALID_LINK',
  },
};
