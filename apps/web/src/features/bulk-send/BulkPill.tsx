import type { BulkSend } from './queries.ts';
import { Pill } from '../../ui/StatusPill.tsx';

const WORDING = {
  running: { label: 'Sending', tone: 'wait' },
  completed: { label: 'Done', tone: 'done' },
  cancelled: { label: 'Cancelled', tone: 'quiet' },
} as const;

export const BulkPill = ({ status }: Pick<BulkSend, 'status'>) => <Pill {...WORDING[status]} />;
