/**
 * How many documents a list has, counted once for as long as nothing was written. Counting reads every row of the answer, which
 * at ten thousand documents costs more than the page itself.
 *
 * What this process writes to a tenant makes its totals count again at once; what others write is seen after a second.
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

  /** @param limit counting stops there */
  constructor(uow: UnitOfWork, limit: number) {
    this.#uow = uow;
    this.#limit = limit;
  }

  async total(filter: ListFilter): Promise<number> {
    const { tenantId } = filter;
    // Read before the count: a commit in between makes what is stored here out of date, never the other way round.
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
