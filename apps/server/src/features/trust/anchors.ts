/** Trust anchors for signatures made elsewhere, managed by admins of the operator's organization. */
import type { Id, InputOf, operations, TrustAnchor } from '@countersign/contract';
import { type Certificate, fingerprint, fromPem, parseCertificate, PkiError } from '@countersign/pki';
import { newId } from '../../platform/crypto/ids.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext, UserPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type AnchorRow, deleteAnchor, insertAnchor, selectAnchors } from './store.ts';

type AnchorInput = InputOf<(typeof operations)['addTrustAnchor']>['body'];
type Context = RequestContext<MemberPrincipal>;

export async function listTrustAnchors(uow: UnitOfWork, context: Context): Promise<TrustAnchor[]> {
  const { tenantId } = operatorOf(context);
  return (await uow.read(tenantId, selectAnchors(tenantId))).map(anchorView);
}

/** Throws 422 unless the input is a single certificate, and TRUST_ANCHOR_EXISTS if the anchor already exists. */
export async function addTrustAnchor(uow: UnitOfWork, context: Context, input: AnchorInput): Promise<TrustAnchor> {
  const { tenantId, userId, organizationId } = operatorOf(context);
  const certificate = readCertificate(input.certificate);
  const name = input.name ?? (certificate.subject.commonName ?? certificate.subject.text).slice(0, 200);
  const hash = fingerprint(certificate);
  return uow.run(tenantId, async (tx) => {
    const id = newId('anchor', tx.now);
    const [row] = await tx.query(
      insertAnchor({
        tenantId,
        id,
        name,
        certificate: certificate.der,
        fingerprint: hash,
        addedBy: userId,
        createdAt: tx.now,
      }),
    );
    if (!row) throw new AppError('TRUST_ANCHOR_EXISTS', { fingerprint: hash });
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'trust-anchor.added',
      actor: { kind: 'user', id: userId },
      target: { kind: 'organization', id: organizationId },
      data: { anchor: id, fingerprint: hash },
      personal: { personId: userId, fields: { address: context.address } },
    });
    return anchorView(row);
  });
}

export async function removeTrustAnchor(uow: UnitOfWork, context: Context, id: Id<'anchor'>): Promise<void> {
  const { tenantId, userId, organizationId } = operatorOf(context);
  await uow.run(tenantId, async (tx) => {
    const [row] = await tx.query(deleteAnchor(tenantId, id));
    if (!row) throw new AppError('TRUST_ANCHOR_NOT_FOUND', { anchorId: id });
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'trust-anchor.removed',
      actor: { kind: 'user', id: userId },
      target: { kind: 'organization', id: organizationId },
      data: { anchor: id, fingerprint: row.fingerprint },
      personal: { personId: userId, fields: { address: context.address } },
    });
  });
}

/**
 * Trust anchors apply to every organization of the installation, so admins of other organizations may not change them.
 */
function operatorOf({ principal }: Context): UserPrincipal {
  if (principal.kind !== 'user' || !principal.isOperator) throw new AppError('FORBIDDEN');
  return principal;
}

function readCertificate(text: string): Certificate {
  try {
    const ders = text.includes('-----BEGIN ') ? fromPem('CERTIFICATE', text) : [Buffer.from(text, 'base64')];
    const [der] = ders;
    if (!der || ders.length > 1)
      throw invalid('certificate', 'must be a single certificate. Add several certificates one at a time');
    return parseCertificate(der);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw invalid('certificate', 'must be an X.509 certificate, as PEM or as DER in base64');
  }
}

function anchorView(row: AnchorRow): TrustAnchor {
  const { subject, notBefore, notAfter } = parseCertificate(row.certificate);
  return {
    id: row.id,
    name: row.name,
    subject: subject.text,
    valid_from: notBefore.toISOString(),
    valid_to: notAfter.toISOString(),
    fingerprint: row.fingerprint,
    created_at: row.created_at.toISOString(),
  };
}
