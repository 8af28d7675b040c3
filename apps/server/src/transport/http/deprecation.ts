/** What answers of a deprecated operation say of its end (docs/api/versioning.md). */
import type { Operation } from '@countersign/contract';

/** RFC 9745 wants a date of structured fields, RFC 8594 one of HTTP. */
export function deprecationHeaders({ since, until }: NonNullable<Operation['deprecated']>): Record<string, string> {
  return { deprecation: `@${Date.parse(since) / 1000}`, sunset: new Date(until).toUTCString() };
}
