import type { Database } from '../../platform/db/database.ts';
import type { BlobStore } from '../../platform/ports/blob-store.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { Outages, PartsHealth } from './parts.ts';

type Ports = { database: Database; store: BlobStore; clock: Clock };

/** The state of the database and of the file storage, and the outages that requests met. */
export function healthServices({ database, store, clock }: Ports): { outages: Outages; health: PartsHealth } {
  const outages = new Outages();
  return { outages, health: new PartsHealth({ database, blobs: store, clock, outages }) };
}
