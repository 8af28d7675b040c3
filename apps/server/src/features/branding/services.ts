import type { Memory } from '../../platform/audit/cache-invalidation.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { DocumentBranding } from './document-branding.ts';

type Ports = { uow: UnitOfWork; memory: Memory; config: { publicUrl: string | undefined } };

export function brandingServices({ uow, memory, config }: Ports): { documentBranding: DocumentBranding } {
  const documentBranding = new DocumentBranding({ uow, publicUrl: config.publicUrl });
  memory.onOutdated('logos', () => documentBranding.forget());
  return { documentBranding };
}
