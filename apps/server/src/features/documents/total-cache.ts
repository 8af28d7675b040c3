/**
 * Caches the number of documents in a list until a write changes it. Counting reads every matching row, which for ten
 * thousand documents takes longer than reading the page itself.
 *
 * A write to a tenant invalidates the tenant's totals immediately. Writes on other machines are visible after a second.
 */
import { LRUCache } from 'lru-cache';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { DocumentCounts } from '@countersign/contract';
import type { Statement } from '../../platform/db/statement.ts';
import { countOf, countStates, type StateCount } from '../document-core/store/index.ts';
import type { ListFilter } from '../document-core/index.ts';
import { countsOf } from './document-counts.ts';

const KEEP_MS = 1000;
const KEPT = 10_000;

type Kept<Row> = { rows: Row[]; commits: number };
const cache = <Row>() => new LRUCache<string, Kept<Row>>({ max: KEPT, ttl: KEEP_MS });

export class TotalCache {
  readonly #uow: UnitOfWork;
  readonly #limit: number;
  readonly #totals = cache<{ total: number }>();
  readonly #counts = cache<StateCount>();

  /** Documents are counted up to `limit`. */
  constructor(uow: UnitOfWork, limit: number) {
    this.#uow = uow;
    this.#limit = limit;
  }

  async total(filter: ListFilter): Promise<number> {
    const [row] = await this.#cached(
      this.#totals,
      filter.tenantId,
      JSON.stringify(filter),
      countOf(filter, this.#limit),
    );
    return row?.total ?? 0;
  }

  /** `owner` limits the result to documents of one member. Null means all documents of the tenant. */
  async counts(tenantId: string, owner: string | null): Promise<DocumentCounts> {
    const key = JSON.stringify([tenantId, owner]);
    return countsOf(await this.#cached(this.#counts, tenantId, key, countStates(tenantId, owner)), owner);
  }

  async #cached<Row>(
    kept: LRUCache<string, Kept<Row>>,
    tenantId: string,
    key: string,
    statement: Statement<Row>,
  ): Promise<Row[]> {
    // The commit number is read before the count, so a commit in between invalidates the cached total.
    const commits = this.#uow.commits(tenantId);
    const known = kept.get(key);
    if (known?.commits === commits) return known.rows;
    const rows = await this.#uow.readReplica(tenantId, statement);
    kept.set(key, { rows, commits });
    return rows;
  }
}
