/**
 * Rows of the access matrix for preparing a draft in a frame. openPreparingSession.test.ts checks the permissions of
 * its token.
 */
import { makeKey } from './callers.ts';
import { anyone, type Row } from './row.ts';
import { prefixOf, type World } from './world.ts';

const draft = {
  owned: 'person',
  make: (world, by, environment) => world.draft(by, environment),
} satisfies Partial<Row>;

/** A link that has not been opened yet. */
const linked: Row['make'] = async (world: World, by, environment) => {
  const { ids } = await world.draft(by, environment);
  const owner = await world.person('owner', by.organization);
  const { caller } = await makeKey(world, owner, ['documents:write'], environment);
  const path = `${prefixOf(environment)}/api/documents/${ids['doc']}/prepare-link`;
  const { body } = await caller.post<'createPreparingLink'>(path, {});
  return { ids: {}, token: world.app.secret(new URL(body.url).hash.slice(1)) };
};

export const PREPARING_ROWS = {
  createPreparingLink: {
    access: { to: 'program', scope: 'documents:write' },
    ...draft,
    body: () => ({}),
    spends: 'thing',
  },
  openPreparingSession: {
    access: anyone,
    make: linked,
    body: ({ thing }) => ({ token: thing.token }),
    spends: 'thing',
    places: ['ten'],
  },
} as const satisfies Partial<Record<string, Row>>;
