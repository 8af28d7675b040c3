import type { BulkSend } from './queries.ts';
import { Pill } from '../../ui/StatusPill.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

const WORDING = {
  running: { label: m.bulkPill.sending, tone: 'wait' },
  completed: { label: m.bulkPill.done, tone: 'done' },
  cancelled: { label: labels.cancelled, tone: 'quiet' },
} as const;

export const BulkPill = ({ status }: Pick<BulkSend, 'status'>) => <Pill {...WORDING[status]} />;
