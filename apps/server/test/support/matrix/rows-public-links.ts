/** Rows of the access matrix for public links. */
import type { Environment, OperationId } from '@countersign/contract';
import { expect } from 'vitest';
import { codeFor } from '../public-links.ts';
import { NOTICE } from '../templates.ts';
import { anyone, member, type Row } from './row.ts';
import { prefixOf, type Someone, type Thing, type World } from './world.ts';

const ROLE = 'Reader';

async function make(world: World, by: Someone, environment: Environment): Promise<Thing> {
  const { ids } = await world.draft(by, environment);
  const body = { ...NOTICE, documentId: ids['doc'] };
  const answer = await by.session.post<'createTemplate'>(`${prefixOf(environment)}/api/templates/create`, body);
  expect(answer.status, answer.text).toBe(201);
  return { ids: { tpl: answer.body.template.id } };
}

async function linked(world: World, by: Someone, environment: Environment): Promise<Thing> {
  const { ids } = await make(world, by, environment);
  const path = `${prefixOf(environment)}/api/templates/${ids['tpl']}/public-links`;
  const answer = await by.session.post<'createPublicLink'>(path, { role: ROLE });
  expect(answer.status, answer.text).toBe(201);
  const { id, url } = answer.body.publicLink;
  return { ids: { ...ids, plk: id }, token: world.app.secret(new URL(url).hash.slice(1)) };
}

const access = member('templates');
const template = { owned: 'person', make } satisfies Partial<Row>;
const link = { owned: 'person', make: linked } satisfies Partial<Row>;
const visitor = (world: World) => world.app.person();

export const PUBLIC_LINK_ROWS: Partial<Record<OperationId, Row>> = {
  createPublicLink: { access, ...template, body: () => ({ role: ROLE }), spends: 'thing' },
  listPublicLinks: { access, ...template },
  updatePublicLink: { access, ...link, body: () => ({ paused: true }), spends: 'thing' },
  deletePublicLink: { access, ...link, spends: 'thing' },
  openPublicLink: {
    access: anyone,
    make: async (world, by, environment) => ({ ids: {}, token: (await linked(world, by, environment)).token ?? '' }),
    body: ({ thing }) => ({ token: thing.token }),
  },
  sendPublicLinkCode: {
    access: anyone,
    make: async (world, by, environment) => ({ ids: {}, token: (await linked(world, by, environment)).token ?? '' }),
    body: ({ world, thing }) => ({ token: thing.token, ...visitor(world) }),
    spends: 'thing',
  },
  confirmPublicLink: {
    access: anyone,
    make: async (world, by, environment) => {
      const { token } = await linked(world, by, environment);
      const person = visitor(world);
      const path = `${prefixOf(environment)}/api/public-links/code`;
      const answer = await world.app.anyone.post<'sendPublicLinkCode'>(path, { token, ...person });
      expect(answer.status, answer.text).toBe(200);
      world.app.secret(answer.body.request);
      return { ids: {}, token: answer.body.request, link: await codeFor(world.app, person.email) };
    },
    body: ({ thing }) => ({ request: thing.token, code: thing.link }),
    spends: 'thing',
  },
};
