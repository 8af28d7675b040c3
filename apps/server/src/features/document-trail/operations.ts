import { type TrailDependencies, readAuditTrail } from './read-trail.ts';
import { loadDocument } from '../document-core/index.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';
import { inPages } from '../../platform/paging.ts';

export type Services = TrailDependencies;

export function operations(services: Services) {
  const { uow } = services;
  return {
    getDocumentAudit: async ({ params, query }, { principal, language }) => {
      await loadDocument(uow, principal, params.id);
      const { entries, isValid, findings, personal } = await readAuditTrail(
        services,
        principal.tenantId,
        params.id,
        language(),
      );
      return { ...inPages('entries', entries, query, ({ id }) => id), isValid, findings, personal };
    },
  } satisfies Partial<Handlers>;
}
