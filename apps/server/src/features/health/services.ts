import type { Database } from '../../platform/db/database.ts';
import type { BlobStore } from '../../platform/ports/blob-store.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { MailServer } from '../../platform/ports/mailer.ts';
import { MailHealth, type MailHealthOptions } from './mail.ts';
import { Outages, PartsHealth } from './parts.ts';

type Ports = {
  database: Database;
  store: BlobStore;
  clock: Clock;
  mailServer: MailServer | undefined;
  log: MailHealthOptions['log'];
};

export function healthServices({ database, store, clock, mailServer, log }: Ports): {
  outages: Outages;
  health: PartsHealth;
  mailHealth: MailHealth;
} {
  const outages = new Outages();
  return {
    outages,
    health: new PartsHealth({ database, blobs: store, clock, outages }),
    mailHealth: new MailHealth({ server: mailServer, clock, log }),
  };
}
