/** The URL parameters of the package list. */
import type { PackageStatus } from '@countersign/contract';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';

/**
 * The display names of statuses. They are not derived from the contract, because importing its values would bundle all
 * schemas.
 */
export const STATUSES: Readonly<Record<PackageStatus, string>> = {
  draft: common.draft,
  'in-progress': common.waiting,
  completed: common.completed,
  expired: common.expired,
  cancelled: labels.cancelled,
};
export const ALL_STATUSES = Object.keys(STATUSES) as PackageStatus[];

export function parsePackagesSearch(search: Record<string, unknown>): { status?: PackageStatus; page?: number } {
  const status = ALL_STATUSES.find((one) => one === search['status']);
  const page = Number(search['page']);
  return { ...(status && { status }), ...(Number.isInteger(page) && page > 1 && { page }) };
}
