/**
 * The certificates of a document's signatures, and their revocation when an identity turns out to be false (RFC 5280
 * §5.3). A revocation never invalidates a signature whose time is proved. A backdated revocation is a declaration of
 * the operator (ADR 88), which verification shows next to the evidence in the file.
 */
import type { Id, InputOf, operations, SignerCertificate } from '@countersign/contract';
import { parseCertificate } from '@countersign/pki';
import { AppError, invalid } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { Party } from '../../platform/audit/recorder.ts';
import { insertRevocation, type IssuedRow, selectIssuedCertificates } from '../authority/index.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { loadDocument } from '../document-core/index.ts';
import { lockDocument } from '../document-core/store/index.ts';
import { continuations } from './reactions.ts';
import { selectOwnersBeside } from './store.ts';

type RevocationInput = InputOf<(typeof operations)['revokeCertificate']>['body'];

export async function listCertificates(
  uow: UnitOfWork,
  principal: MemberPrincipal,
  documentId: Id<'document'>,
): Promise<SignerCertificate[]> {
  await loadDocument(uow, principal, documentId);
  const rows = await uow.read(principal.tenantId, selectIssuedCertificates(principal.tenantId, documentId));
  return rows.map(certificateView);
}

/**
 * Throws FORBIDDEN (a past date without the operator's credential), SIGNER_NOT_FOUND, INVALID_STATE (nothing was
 * signed), ALREADY_REVOKED, and 422 for an impossible time.
 */
export async function revokeCertificate(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  { id: documentId, signerId }: Ids,
  input: RevocationInput,
): Promise<SignerCertificate[]> {
  const { principal } = context;
  const { signers } = await loadDocument(uow, principal, documentId);
  if (isInThePast(input.revokedAt, uow.now()) && principal.kind !== 'service')
    throw new AppError('FORBIDDEN', { field: 'revokedAt' }, { message: OPERATOR_ALONE });
  const signer = signers.find((candidate) => candidate.id === signerId);
  if (!signer) throw new AppError('SIGNER_NOT_FOUND', { documentId, signerId });
  const by = {
    tenantId: principal.tenantId,
    actor: auditActor(principal),
    personal: { personId: principal.userId, fields: requestOrigin(context) },
  };
  return revoke(uow, by, { id: documentId, signerId, status: signer.status }, input);
}

type Ids = { id: Id<'document'>; signerId: Id<'signer'> };
type Revoker = { tenantId: string; actor: Party; personal?: { personId: string; fields: Record<string, string> } };

/** The caller must check whether the revocation may be backdated. */
export async function revoke(
  uow: UnitOfWork,
  { tenantId, actor, personal }: Revoker,
  { id: documentId, signerId, status = 'unknown' }: Ids & { status?: string },
  { reason, revokedAt, note }: RevocationInput,
): Promise<SignerCertificate[]> {
  const isDeclaration = isInThePast(revokedAt, uow.now());
  if (isDeclaration && note === undefined)
    throw invalid('note', 'is required with a date in the past. Explain why the certificate is declared invalid');
  await uow.run(tenantId, async (tx) => {
    // The lock serializes revocations for one signer, so the second revocation sees the date of the first.
    await tx.query(lockDocument({ tenantId, documentId }));
    const rows = await tx.query(selectIssuedCertificates(tenantId, documentId));
    const own = rows.filter((row) => row.signer_id === signerId);
    const told: Date[] = [];
    if (own.length === 0) throw new AppError('INVALID_STATE', { status, allowed: ['signed'] });
    for (const row of own) {
      const certificate = parseCertificate(row.certificate);
      const decision = decideRevocation({
        asked: revokedAt,
        validFrom: certificate.notBefore,
        known: row.revoked_at,
        now: tx.now,
      });
      if (decision.outcome === 'refused') throw invalid('revokedAt', decision.message);
      if (decision.outcome === 'known')
        throw new AppError('ALREADY_REVOKED', { serial: row.serial, revokedAt: row.revoked_at?.toISOString() });
      const issuerKeyId = certificate.extensions.authorityKeyIdentifier?.toString('hex') ?? '';
      tx.write(
        insertRevocation({
          tenantId,
          serial: row.serial,
          revokedAt: decision.at,
          issuerKeyId,
          reason,
          note: note ?? null,
          recordedAt: tx.now,
        }),
      );
      told.push(decision.at);
      await uow.recorder.record(tx, tenantId, documentId, {
        action: 'certificate.revoked',
        actor,
        target: { kind: 'signer', id: signerId },
        data: { serial: row.serial, reason, revoked_at: decision.at.toISOString() },
        ...(personal && { personal: { ...personal, fields: { ...personal.fields, ...(note && { note }) } } }),
      });
    }
    const owners = isDeclaration ? await tx.query(selectOwnersBeside(tenantId, documentId)) : [];
    uow.recorder.start(tx, tenantId, continuations.certificateRevoked, {
      documentId,
      to: isDeclaration ? [signerId, 'owner', ...owners.map(({ id }) => id)] : [signerId],
      details: {
        other: signerId,
        reason: isDeclaration ? 'declared' : 'revoked',
        ...(told[0] && { since: told[0].toISOString() }),
        ...(isDeclaration && note && { answer: note }),
      },
      occasion: ` ${tx.now.toISOString()}`,
    });
  });
  const rows = await uow.read(tenantId, selectIssuedCertificates(tenantId, documentId));
  return rows.filter((row) => row.signer_id === signerId).map(certificateView);
}

const OPERATOR_ALONE =
  'Only the operator of this installation can backdate a revocation. Omit `revokedAt` to revoke the certificate from now on.';

/** A request takes some time to arrive, so a date that is this recent still counts as now. */
const NOW_MS = 5_000;
const isInThePast = (asked: string | undefined, now: Date): boolean =>
  asked !== undefined && (asked === 'issuance' || Date.parse(asked) < now.getTime() - NOW_MS);

function certificateView(row: IssuedRow): SignerCertificate {
  const { subject, issuer, notBefore, notAfter } = parseCertificate(row.certificate);
  const { revoked_at: revokedAt, reason, recorded_at: recordedAt } = row;
  return {
    serial: row.serial,
    signer_id: row.signer_id,
    email: row.email,
    subject: subject.text,
    issuer: issuer.text,
    valid_from: notBefore.toISOString(),
    valid_to: notAfter.toISOString(),
    issued_at: row.issued_at.toISOString(),
    revocation:
      revokedAt && reason && recordedAt
        ? { revoked_at: revokedAt.toISOString(), reason, recorded_at: recordedAt.toISOString() }
        : null,
  };
}

type RevocationDecision =
  | { outcome: 'revoke'; at: Date }
  | { outcome: 'known' }
  | { outcome: 'refused'; message: string };

/**
 * CRL and OCSP have whole seconds (RFC 5280 §5.1.2.4). Fractions are rounded up, so that a revocation made now does not
 * affect a signature of the same second. An earlier date may still replace a later one, because new findings may
 * require an earlier date.
 */
function decideRevocation({
  asked,
  validFrom,
  known,
  now,
}: {
  asked: string | undefined;
  validFrom: Date;
  known: Date | null;
  now: Date;
}): RevocationDecision {
  const wanted = asked === undefined ? now : asked === 'issuance' ? validFrom : new Date(asked);
  if (wanted > now) return { outcome: 'refused', message: 'must not be in the future' };
  if (wanted < validFrom)
    return {
      outcome: 'refused',
      message: `must not be before the certificate was issued (${validFrom.toISOString()})`,
    };
  const at = new Date(Math.ceil(wanted.getTime() / 1000) * 1000);
  return known !== null && known <= at ? { outcome: 'known' } : { outcome: 'revoke', at };
}
