/**
 * `npm start -- recount …` recounts all statistics while servers run. It takes turns with the servers, batch by batch.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { unknownOrganization } from '../../platform/console.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { selectCountable, selectStanding } from './read-store.ts';
import { countNext, recount } from './roll-up.ts';

/** The time for which the command waits while a server holds the position in the outbox. */
const TURN_MS = 100;
const STEP_PERCENT = 10;

/**
 * Recounts one organization, or all of them. Until an organization is finished, its statistics are marked as
 * incomplete.
 *
 * @param organization its ID, or `all`
 * @throws AppError ORGANIZATION_NOT_FOUND
 */
export async function recountOnConsole(
  uow: UnitOfWork,
  organization: string,
  say: (line: string) => void,
): Promise<void> {
  const found = await uow.readAuth(selectCountable(organization));
  if (found.length === 0 && organization !== 'all') throw unknownOrganization(organization);
  for (const { tenant_id: tenantId, organization_id: id, environment } of found) {
    const name = `${id} (${environment})`;
    await recount(uow, tenantId);
    say(`${name}: ${await countThrough(uow, tenantId, (percent) => say(`${name}: ${percent} %`))} documents counted`);
  }
}

/** Waits until the count is complete. Each batch is processed by this command or by a server. */
async function countThrough(uow: UnitOfWork, tenantId: string, tell: (percent: number) => void): Promise<number> {
  let told = 0;
  for (;;) {
    const isOthersTurn = await countNext(uow, tenantId);
    const [standing] = await uow.read(tenantId, selectStanding(tenantId));
    if (standing?.is_complete === true) return standing.documents_counted;
    const { documents_counted: counted = 0, documents_total: total = 1 } = standing ?? {};
    const percent = Math.min(99, Math.floor((100 * counted) / Math.max(1, total)));
    if (percent >= told + STEP_PERCENT) {
      tell(percent);
      told = percent;
    }
    if (isOthersTurn) await delay(TURN_MS);
  }
}
