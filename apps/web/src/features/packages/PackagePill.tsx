import type { PackageStatus } from '@countersign/contract';
import { Pill } from '../../ui/StatusPill.tsx';
import { STATUSES } from './search.ts';

export const PACKAGE_TONES = {
  draft: 'quiet',
  'in-progress': 'wait',
  completed: 'done',
  expired: 'no',
  cancelled: 'quiet',
} as const satisfies Record<PackageStatus, unknown>;

export const PackagePill = ({ status }: { status: PackageStatus }) => (
  <Pill label={STATUSES[status]} tone={PACKAGE_TONES[status]} />
);
