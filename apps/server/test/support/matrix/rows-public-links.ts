/** Rows of the access matrix for public links. */
import type { Environment, OperationId } from '@countersign/contract';
import { expect } from 'vitest';
import { codeOf } from '../../../src/features/public-links/tokens.ts';
import { hashToken } from '../../../src/platform/crypto/tokens.ts';
import { NOTICE } from '../templates.ts';
import { anyone, member, type Row } from './row.ts';
import { prefixOf, type Someone, type Target, type World } from './world.ts';

const ROLE = 'Reader';

async function make(world: World, by: Someone, environment: Environment): Promise<Target> {
  const { ids } = await world.draft(by, environment);
  const body = { ...NOTICE, documentId: ids['doc'] };
  const answer = await by.session.post<'createTemplate'>(`${prefixOf(environment)}/api/templates/create`, body);
  expect(answer.status, answer.text).toBe(201);
  return { ids: { tpl: answer.body.template.id } };
}

async function linked(world: World, by: Someone, environment: Environment): Promise<Target> {
  const { ids } = await make(world, by, environment);
  const path = `${prefixOf(environment)}/api/templates/${ids['tpl']}/public-links`;
  const answer = await by.session.post<'createPublicLink'>(path, { role: ROLE });
  expect(answer.status, answer.text).toBe(201);
  const { id, url } = answer.body.publicLink;
  return { ids: { ...ids, plk: id }, token: world.app.secret(new URL(url).hash.slice(1)) };
}

/** Returns the code without waiting for the e-mail. */
async function codeOfRequest({ app }: World, request: string): Promise<string> {
  const [row] = await app.sql<{ tenant_id: string; id: string }>(
    'select tenant_id, id from public_link_requests where token_hash = $1',
    [hashToken(request)],
  );
  return codeOf(app.services.linkKey, row?.tenant_id ?? '', row?.id ?? '');
}

/** All visitors of the matrix share one IP address, which can request only a limited number of codes. */
async function forVisitor(world: World, by: Someone, environment: Environment): Promise<Target> {
  await world.app.sql("update public_link_requests set network_hash = ''");
  const { token } = await linked(world, by, environment);
  return { ids: {}, token: token ?? '' };
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
    make: forVisitor,
    body: ({ thing }) => ({ token: thing.token }),
  },
  sendPublicLinkCode: {
    access: anyone,
    make: forVisitor,
    body: ({ world, thing }) => ({ token: thing.token, ...visitor(world) }),
    spends: 'thing',
  },
  confirmPublicLink: {
    access: anyone,
    make: async (world, by, environment) => {
      const { token } = await forVisitor(world, by, environment);
      const person = visitor(world);
      const path = `${prefixOf(environment)}/api/public-links/code`;
      const answer = await world.app.anyone.post<'sendPublicLinkCode'>(path, { token, ...person });
      expect(answer.status, answer.text).toBe(200);
      const { request } = answer.body;
      world.app.secret(request);
      return { ids: {}, token: request };
    },
    body: async ({ world, thing: { token = '' } }) => ({ request: token, code: await codeOfRequest(world, token) }),
    spends: 'thing',
  },
};
