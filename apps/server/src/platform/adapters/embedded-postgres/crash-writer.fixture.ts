// A minimal server that the crash test kills. Starts the database of the folder in argv and writes until it is killed.
// Prints the postmaster's process ID, then the number of each row whose commit was acknowledged.
import pg from 'pg';
import { startEmbeddedPostgres } from './index.ts';

const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' });
const client = new pg.Client(postgres.connection);
await client.connect();
await client.query('CREATE TABLE IF NOT EXISTS written (number int PRIMARY KEY, payload text NOT NULL)');
const last = await client.query<{ number: number }>('SELECT coalesce(max(number), 0) AS number FROM written');
process.stdout.write(`${postgres.pid}\n`);
for (let number = (last.rows[0]?.number ?? 0) + 1; ; number += 1) {
  await client.query("INSERT INTO written VALUES ($1, repeat('x', 2000))", [number]);
  process.stdout.write(`${number}\n`);
}
