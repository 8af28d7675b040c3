/** Announces the end of a deprecated operation (docs/api/versioning.md). */
import type { Deprecation } from '@countersign/contract';

/** Returns the headers. RFC 9745 uses a structured-field date, and RFC 8594 an HTTP date. */
export function deprecationHeaders({ since, until }: Pick<Deprecation, 'since' | 'until'>): Record<string, string> {
  return { deprecation: `@${Date.parse(since) / 1000}`, sunset: new Date(until).toUTCString() };
}

/** Returns the deprecation as a sentence for the OpenAPI description and the GraphQL schema. */
export function deprecationReason({ since, until, instead }: Deprecation): string {
  return `Deprecated since ${since}; will be removed on ${until}. Use ${instead}.`;
}
