/** Whose requests are counted together, and how many of them an hour may have. */
import { networkOf } from '../network-of.ts';

/** Named in `RateLimit-Policy`: a client that meets two of them knows which one it has used up. */
export type Policy = keyof typeof POLICIES;

const POLICIES = {
  /** What a session, an API key, a signing link or a service credential asks for. */
  credential: null,
  /** Page pictures, page text and draft autosaves of a credential: what a page asks for by itself while somebody works with it. */
  pages: 20_000,
  /** Whoever proves nothing; the setting RATE_LIMIT_ADDRESS. */
  address: null,
  /** Files that an address has verified, so that somebody who checks files can still sign in. */
  verification: null,
  /** `/pki`, the description of the interface, and what identity and payment providers send: many may share one address. */
  open: 10_000,
  /** Requests that the firewall blocked. */
  blocked: 100,
} as const;

export type Bucket = {
  readonly policy: Policy;
  /** Unique among all buckets. */
  readonly key: string;
  /** Requests an hour; null is unlimited. */
  readonly limit: number | null;
};

export type AddressPolicy = 'address' | 'verification' | 'open' | 'blocked';

/** Of an address; IPv6 by /64. Its limit is the policy's, or `limit` where the policy has none of its own. */
export function addressBucket(policy: AddressPolicy, address: string | undefined, limit: number): Bucket {
  return { policy, key: `${policy} ${networkOf(address)}`, limit: POLICIES[policy] ?? limit };
}

/** Of a credential, under the name that its kind gives it. */
export const credentialBucket = (name: string, limit: number | null): Bucket => ({
  policy: 'credential',
  key: name,
  limit,
});

/** The same credential's, for what its pages ask for. */
export const pagesBucket = (name: string): Bucket => ({ policy: 'pages', key: `pages ${name}`, limit: POLICIES.pages });
