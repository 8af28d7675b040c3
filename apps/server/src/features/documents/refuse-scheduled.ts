import { AppError } from '../../platform/errors.ts';
import type { DocumentRow } from '../document-core/index.ts';

export function refuseScheduled({
  id: documentId,
  scheduled_for: at,
}: Pick<DocumentRow, 'id' | 'scheduled_for'>): void {
  if (at === null) return;
  throw new AppError(
    'INVALID_STATE',
    { documentId, status: 'draft', scheduledFor: at.toISOString() },
    { message: `This draft is scheduled to be sent at ${at.toISOString()}. Cancel the scheduled send first.` },
  );
}
