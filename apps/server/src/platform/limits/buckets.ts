/** Defines which requests are counted together, and how many of them are allowed per hour. */
import { networkOf } from '../network-of.ts';

/**
 * The name of a limit in the header `RateLimit-Policy`, so that a client with two limits can tell which one is used up.
 */
export type Policy = keyof typeof POLICIES;

const POLICIES = {
  /** Requests with a session, an API key, a signing link or a service credential. */
  credential: null,
  /** Page images, page text and draft autosaves of a credential, which a page requests automatically during use. */
  pages: 20_000,
  /** Requests without valid credentials. The setting RATE_LIMIT_ADDRESS determines their limit. */
  address: null,
  /**
   * Verifications of files from a network address. They have a separate bucket, so that verifying files does not block
   * sign-in.
   */
  verification: null,
  /**
   * Requests for `/pki` and the API description, and requests of identity and payment providers. Many clients may share
   * one address.
   */
  open: 10_000,
  blocked: 100,
} as const;

export type Bucket = {
  readonly policy: Policy;
  readonly key: string;
  readonly limit: number | null;
};

export type AddressPolicy = 'address' | 'verification' | 'open' | 'blocked';

/**
 * Returns the bucket of an address. IPv6 addresses in the same /64 share a bucket. Its limit is the policy's, or
 * `limit` if the policy has none.
 */
export function addressBucket(policy: AddressPolicy, address: string | undefined, limit: number): Bucket {
  return { policy, key: `${policy} ${networkOf(address)}`, limit: POLICIES[policy] ?? limit };
}

export const credentialBucket = (name: string, limit: number | null): Bucket => ({
  policy: 'credential',
  key: name,
  limit,
});

export const pagesBucket = (name: string): Bucket => ({ policy: 'pages', key: `pages ${name}`, limit: POLICIES.pages });
