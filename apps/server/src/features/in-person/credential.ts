/** The credential of the signing device: the tenant and 256 random bits, stored as a hash. */
import { idBytes, idFromBytes } from '../../platform/crypto/ids.ts';
import { hashToken, randomSecret } from '../../platform/crypto/tokens.ts';
import { AppError } from '../../platform/errors.ts';
import type { SignerPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { codeState, statusOf } from './domain.ts';
import { selectByToken } from './store.ts';

const PREFIX = 'inperson_';
/** The tenant's 16 bytes and 32 random bytes, encoded as 64 characters without padding bits. */
const SHAPE = /^inperson_[A-Za-z0-9_-]{64}$/;

export function newCredential(tenantId: string): { sessionId: string; tokenHash: Buffer } {
  const sessionId = PREFIX + Buffer.concat([idBytes(tenantId), randomSecret(32)]).toString('base64url');
  return { sessionId, tokenHash: hashToken(sessionId) };
}

/** Returns undefined for an invalid credential. Throws IN_PERSON_ENDED with the reason for a session that has ended. */
export async function authenticateInPerson(uow: UnitOfWork, token: string): Promise<SignerPrincipal | undefined> {
  if (!SHAPE.test(token)) return undefined;
  const tenantId = idFromBytes('tenant', Buffer.from(token.slice(PREFIX.length), 'base64url').subarray(0, 16));
  const [row] = await uow.read(tenantId, selectByToken(tenantId, hashToken(token)));
  if (!row) return undefined;
  const status = statusOf(row, uow.now());
  if (status === 'signed' || status === 'ended' || status === 'expired')
    throw new AppError('IN_PERSON_ENDED', { status });
  const code = codeState(row);
  return {
    kind: 'signer',
    tenantId,
    signerId: row.signer_id,
    generation: row.link_generation,
    via: 'in-person',
    passedCode: code === 'passed',
    inPerson: {
      sessionId: row.id,
      documentId: row.document_id,
      host: { kind: row.host_kind, id: row.host_id, name: row.host_name },
      code,
      identityCheck: row.identity_check
        ? { method: row.identity_check, kind: row.identity_document ?? undefined }
        : undefined,
    },
  };
}
