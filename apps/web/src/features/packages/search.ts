/** The parameters in the address of the package list. */
import type { PackageStatus } from '@countersign/contract';

/** Display names. Importing the contract's values would bundle all of its schemas. */
export const STATUSES: Readonly<Record<PackageStatus, string>> = {
  draft: 'Draft',
  'in-progress': 'Waiting',
  completed: 'Completed',
  expired: 'Expired',
  cancelled: 'Cancelled',
};
export const ALL_STATUSES = Object.keys(STATUSES) as PackageStatus[];

export function parsePackagesSearch(search: Record<string, unknown>): { status?: PackageStatus; page?: number } {
  const status = ALL_STATUSES.find((one) => one === search['status']);
  const page = Number(search['page']);
  return { ...(status && { status }), ...(Number.isInteger(page) && page > 1 && { page }) };
}
