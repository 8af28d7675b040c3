/** What an operator's monitoring reads of this process, once everything is there. */
import { addGauges, DatabaseFigures, listenForScrapes } from '../features/metrics/index.ts';
import type { Config } from './config.ts';
import { ownVersion } from '../platform/version.ts';
import type { Wired } from './services.ts';

type Scrapes = Awaited<ReturnType<typeof listenForScrapes>>;

/** Adds what is read at a scrape, and opens the port for scrapes where there is one. */
export async function serveMetrics(
  { metrics: wanted, role }: Pick<Config, 'metrics' | 'role'>,
  services: Wired,
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void },
): Promise<Scrapes | undefined> {
  const { metrics, authority } = services;
  if (!wanted || !metrics) return undefined;
  const kinds = ['root', 'issuing', 'timestamp', 'ocsp'] as const;
  addGauges(metrics, {
    version: await ownVersion(),
    role,
    figures: new DatabaseFigures({ ...services, log }),
    pools: () => services.database.use(),
    pdf: services.pdf,
    running: () => services.runner.running,
    overload: services.overload,
    isTimeTrusted: () => services.clockGuard.isTrusted,
    space: async () => services.store.space?.(),
    certificates: () => kinds.map((kind) => ({ name: kind, until: authority.certificate('live', kind).notAfter })),
    backups: () => services.backups.health.known,
    archive: () => services.archive?.known,
  });
  return wanted.listen && listenForScrapes({ ...wanted.listen, token: wanted.token, metrics, log });
}
