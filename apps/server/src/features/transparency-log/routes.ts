/**
 * Serves the log for monitors and witnesses: checkpoint and hash tiles (C2SP tlog-tiles). No credential is needed (ADR
 * 122), because checkpoints and tiles contain only hashes, and the name of a log is known only to those who have one of
 * its checkpoints. Entries are not served here.
 */
import { isId } from '@countersign/contract';
import { parseTilePath } from '@countersign/audit-log/tlog';
import type { Database } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Route, RouteRequest } from '../../platform/invoke/route.ts';
import { selectNewestCosigned } from './checkpoint-store.ts';
import type { TransparencyLog } from './log.ts';
import { TreeReader } from './tree-reader.ts';

type Services = { database: Database; transparencyLog: TransparencyLog };

const PREFIX = '/log/:installation/:tenant';
/** A tile never changes, because the path of a partial tile includes its width. */
const FOR_GOOD = { 'cache-control': 'public, max-age=31536000, immutable' };
const NOT_KEPT = { 'cache-control': 'no-cache' };
/** The path segments of an index, with three digits each, and the width of a partial tile. */
const PARTS = [':a', ':a/:b', ':a/:b/:c', ':a/:b/:c/:d'];

export const routes = (services: Services): Route[] => [
  {
    method: 'GET',
    path: `${PREFIX}/checkpoint`,
    rate: 'open',
    handle: async ({ params }) => {
      const { note } = await openLog(services, params);
      return { headers: NOT_KEPT, type: 'text/plain; charset=utf-8', body: note };
    },
  },
  ...PARTS.map((parts) => ({
    method: 'GET' as const,
    path: `${PREFIX}/tile/:level/${parts}`,
    rate: 'open' as const,
    handle: ({ params }: RouteRequest) => tile(services, params),
  })),
];

type Params = RouteRequest['params'];

async function tile(services: Services, params: Params) {
  const { tenantId, size } = await openLog(services, params);
  const { level = '', a = '', b, c, d } = params;
  const id = parseTilePath(['tile', level, a, b, c, d].filter((part) => part !== undefined).join('/'));
  // Tiles that the checkpoint does not cover yet are not served.
  if (!id || id.index * 256 + id.width > Math.floor(size / 256 ** id.level)) throw new AppError('NOT_FOUND');
  const hashes = await new TreeReader(services.database, tenantId).tile(id);
  if (!hashes) throw new AppError('NOT_FOUND');
  return { headers: FOR_GOOD, type: 'application/octet-stream', body: hashes };
}

/** @throws AppError NOT_FOUND for a log that does not exist, or has no checkpoint */
async function openLog({ database, transparencyLog }: Services, { installation, tenant = '' }: Params) {
  const signer = await transparencyLog.keys.signer();
  if (installation !== signer.installation || !isId('tenant', tenant)) throw new AppError('NOT_FOUND');
  const [row] = await database.query({ role: 'app', tenantId: tenant }, selectNewestCosigned(tenant));
  if (!row) throw new AppError('NOT_FOUND');
  return { tenantId: tenant, note: row.note, size: Number(row.size) };
}
