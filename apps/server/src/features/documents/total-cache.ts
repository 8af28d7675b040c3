/**
 * Caches how many documents a list has until something is written. Counting reads every matching row, which at ten
 * thousand documents costs more than the page itself.
 *
 * A write by this process to a tenant invalidates the tenant's totals immediately. Writes by other processes are
 * visible after a second.
 */
import { LRUCache } from 'lru-cache';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { countOf } from '../document-core/store/index.ts';
import type { ListFilter } from '../document-core/index.ts';

const KEEP_MS = 1000;
const KEPT = 10_000;

type Kept = { total: number; commits: number };

export class TotalCache {
  readonly #uow: UnitOfWork;
  readonly #limit: number;
  readonly #kept = new LRUCache<string, Kept>({ max: KEPT, ttl: KEEP_MS });

  /** @param limit counting stops here */
  constructor(uow: UnitOfWork, limit: number) {
    this.#uow = uow;
    this.#limit = limit;
  }

  async total(filter: ListFilter): Promise<number> {
    const { tenantId } = filter;
    // Read before the count, so that a commit in between invalidates the cached total, never the other way round.
    const commits = this.#uow.commits(tenantId);
    const key = JSON.stringify(filter);
    const kept = this.#kept.get(key);
    if (kept?.commits === commits) return kept.total;
    const [row] = await this.#uow.read(tenantId, countOf(filter, this.#limit));
    const total = row?.total ?? 0;
    this.#kept.set(key, { total, commits });
    return total;
  }
}
