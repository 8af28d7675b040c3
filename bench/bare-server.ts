/**
 * The reference server for the read benchmarks, which runs the same statements over the same HTTP library and driver,
 * without row security, authentication and rate limits. It runs in a separate process, like the server it is compared
 * with.
 */
import fastify from 'fastify';
import pg from 'pg';
import '../apps/server/src/main/features.ts';
import { Batch } from '../apps/server/src/platform/db/batch.ts';
import { definedStatements } from '../apps/server/src/platform/db/statement.ts';

const [connection = '{}', tenantId = ''] = process.argv.slice(2);
const pool = new pg.Pool({ ...(JSON.parse(connection) as pg.PoolConfig), max: 10 });
const text = definedStatements().get('document-status') ?? '';
const app = fastify({ logger: false });

app.get<{ Params: { id: string } }>('/status/:id', async (request) => {
  const client = await pool.connect();
  const batch = new Batch([{ name: 'document-status', text, values: [tenantId, request.params.id, null] }]);
  client.query(batch as unknown as pg.Submittable);
  const results = await batch.promise.finally(() => client.release());
  const row = results[0]?.rows[0] as {
    status: string;
    signers: { email: string; name: string; status: string; signed_at: string | null }[];
  };
  const signedCount = row.signers.filter(({ status }) => status === 'signed').length;
  const signers = row.signers.map(({ email, name, status, signed_at }) => ({ email, name, status, signed_at }));
  return { signedCount, totalSigners: signers.length, completionPercentage: 0, status: row.status, signers };
});

process.stderr.write(`listens on ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
