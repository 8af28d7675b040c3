/**
 * The sections of an export. Running exports store positions in this list, so add new sections only directly before the
 * last section.
 */
import { PermanentJobError } from '../../platform/jobs/runner.ts';
import type { BuildDependencies } from './build-export.ts';
import { organizationSections } from './organization-sections.ts';
import { personOf } from './person.ts';
import { personSections } from './person-sections.ts';
import type { Progress, Section } from './section.ts';
import { type ExportRow } from './store.ts';

export async function sectionsOf(
  dependencies: BuildDependencies,
  tenantId: string,
  row: ExportRow,
  progress: Progress,
): Promise<readonly Section[]> {
  if (row.scope === 'organization') return organizationSections(dependencies, { tenantId, row, progress });
  const asking = { userId: row.requested_by, tenantId, isBound: row.is_bound };
  const person = await personOf(dependencies.uow, asking);
  if (!person) throw new PermanentJobError(`${row.requested_by} no longer has an account`);
  return personSections(dependencies, { tenantId, person, row, progress });
}
