/** Rows of the access matrix for drawing on a phone. openDrawingLink.test.ts checks the permissions of its token. */
import { DRAWING } from '../drawing.ts';
import { anyone, type Row } from './row.ts';
import { prefixOf, type World } from './world.ts';

/** A signer's link that has not been opened yet. */
const linked = async (
  world: World,
  by: Parameters<Row['make'] & object>[1],
  environment: Parameters<Row['make'] & object>[2],
) => {
  const thing = await world.sent(by, environment);
  const path = `${prefixOf(environment)}/api/signing/${thing.ids['sgn']}/drawing-link`;
  const { body } = await world.app.anyone.with({ bearer: thing.link ?? '' }).post<'createDrawingLink'>(path, {});
  return { thing, id: body.id, token: world.app.secret(new URL(body.url).hash.slice(1)) };
};

export const DRAWING_ROWS = {
  createDrawingLink: {
    access: { to: 'recipient', proof: 'token' },
    owned: 'person',
    make: (world, by, environment) => world.sent(by, environment),
    body: () => ({}),
    absent: 'INVALID_LINK',
    spends: 'thing',
  },
  getDrawing: {
    access: { to: 'recipient' },
    owned: 'person',
    make: async (world, by, environment) => {
      const { thing, id } = await linked(world, by, environment);
      return { ...thing, ids: { ...thing.ids, drw: id } };
    },
    absent: 'INVALID_LINK',
  },
  openDrawingLink: {
    access: anyone,
    make: async (world, by, environment) => ({ ids: {}, token: (await linked(world, by, environment)).token }),
    body: ({ thing }) => ({ token: thing.token }),
    spends: 'thing',
  },
  sendDrawing: {
    access: anyone,
    make: async (world, by, environment) => {
      const { token } = await linked(world, by, environment);
      const path = `${prefixOf(environment)}/api/signing/drawing/open`;
      const { body } = await world.app.anyone.post<'openDrawingLink'>(path, { token });
      return { ids: {}, token: world.app.secret(body.bearer) };
    },
    body: ({ thing }) => ({ token: thing.token, drawing: DRAWING }),
    spends: 'thing',
  },
} as const satisfies Partial<Record<string, Row>>;
