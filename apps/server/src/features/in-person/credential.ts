/** What the device holds: tenant and 256 random bits, of which the hash is kept. */
import { idBytes, idFromBytes } from '../../platform/crypto/ids.ts';
import { hashToken, randomSecret } from '../../platform/crypto/tokens.ts';
import { AppError } from '../../platform/errors.ts';
import type { SignerPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { codeState, statusOf } from './domain.ts';
import { selectByToken } from './store.ts';

const PREFIX = 'inperson_';
/** 16 bytes of the tenant and 32 random ones: 64 characters with no bits to spare. */
const SHAPE = /^inperson_[A-Za-z0-9_-]{64}$/;

export function newCredential(tenantId: string): { sessionId: string; tokenHash: Buffer } {
  const sessionId = PREFIX + Buffer.concat([idBytes(tenantId), randomSecret(32)]).toString('base64url');
  return { sessionId, tokenHash: hashToken(sessionId) };
}

/** Undefined for what is none of ours. Throws IN_PERSON_ENDED for one that is over, and says in which way. */
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
