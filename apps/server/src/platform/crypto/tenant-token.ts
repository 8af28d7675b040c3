/**
 * Random tokens that contain their tenant, because a row can be found only within its tenant. They are stored as
 * hashes.
 */
import { type Id, isId } from '@countersign/contract';
import { randomToken } from './tokens.ts';

const SHAPE = /^([a-z]+_)([0-9a-z]{26})_[\w-]{43}$/;

export const newTenantToken = (prefix: string, tenantId: string): string =>
  `${prefix}${tenantId.slice('ten_'.length)}_${randomToken()}`;

/**
 * Returns the tenant of a token. Undefined for a token in another format. The caller checks whether a row has the
 * token.
 */
export function tenantOfToken(prefix: string, token: string): Id<'tenant'> | undefined {
  const [, kind, tenant] = SHAPE.exec(token) ?? [];
  const tenantId = `ten_${tenant}`;
  return kind === prefix && isId('tenant', tenantId) ? tenantId : undefined;
}
