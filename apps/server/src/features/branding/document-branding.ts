/**
 * The header data of pages that the server adds to a document: the organization's logo, and the address where the
 * document can be verified.
 */
import type { ImageResource } from '@countersign/pdf-sign';
import { LRUCache } from 'lru-cache';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { selectLogoOfHash, selectLogoSamples } from './store.ts';

export type SenderBranding = {
  logo: ImageResource | undefined;
  /** Null if the server has no public address. */
  verifyUrl: string | null;
};

/** The number of logos to cache (at most 130 kB each), and how long other processes may show an outdated logo. */
const MAX_KEPT = 100;
const KEPT_MS = 10_000;

/** Caches logos, so that sending and sealing usually need no additional statement. */
export class DocumentBranding {
  readonly #uow: UnitOfWork;
  readonly #verifyUrl: string | null;
  readonly #kept = new LRUCache<string, { logo: Promise<ImageResource | undefined> }>({ max: MAX_KEPT, ttl: KEPT_MS });

  constructor({ uow, publicUrl }: { uow: UnitOfWork; publicUrl: string | undefined }) {
    this.#uow = uow;
    this.#verifyUrl = publicUrl === undefined ? null : `${publicUrl}/verify`;
  }

  async of(tenantId: string): Promise<SenderBranding> {
    return { verifyUrl: this.#verifyUrl, logo: await this.#logo(tenantId) };
  }

  /** `logo` is a hash. Without it, the branding has no logo. */
  async with(tenantId: string, logo: string | undefined): Promise<SenderBranding> {
    const [found] = logo === undefined ? [] : await this.#uow.read(tenantId, selectLogoOfHash(tenantId, logo));
    return { verifyUrl: this.#verifyUrl, logo: found };
  }

  /** Called after any logo has changed. Logos rarely change, so all cached logos are dropped. */
  forget(): void {
    this.#kept.clear();
  }

  #logo(tenantId: string): Promise<ImageResource | undefined> {
    const known = this.#kept.get(tenantId);
    if (known !== undefined) return known.logo;
    const logo = this.#uow.read(tenantId, selectLogoSamples(tenantId)).then(([row]) => row);
    this.#kept.set(tenantId, { logo });
    logo.catch(() => this.#kept.delete(tenantId));
    return logo;
  }
}
