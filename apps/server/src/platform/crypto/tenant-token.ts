/** Random tokens that name their tenant, because a row is found within its tenant only. Stored as a hash. */
import { type Id, isId } from '@countersign/contract';
import { randomToken } from './tokens.ts';

const SHAPE = /^([a-z]+_)([0-9a-z]{26})_[\w-]{43}$/;

/** @param prefix such as `prepare_` */
export const newTenantToken = (prefix: string, tenantId: string): string =>
  `${prefix}${tenantId.slice('ten_'.length)}_${randomToken()}`;

/** Undefined for a token of another shape. Whether a row has it is for the caller to find out. */
export function tenantOfToken(prefix: string, token: string): Id<'tenant'> | undefined {
  const [, kind, tenant] = SHAPE.exec(token) ?? [];
  const tenantId = `ten_${tenant}`;
  return kind === prefix && isId('tenant', tenantId) ? tenantId : undefined;
}
