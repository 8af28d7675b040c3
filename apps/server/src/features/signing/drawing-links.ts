/**
 * Links with which a signer draws on a phone for a signing page on another device (ADR 154). The phone gets a token
 * that can only send one drawing. The page fetches the drawing with its own credential.
 */
import { type Id, LIMITS } from '@countersign/contract';
import { requestOrigin } from '../../platform/audit/actor.ts';
import { newId } from '../../platform/crypto/ids.ts';
import { newTenantToken, tenantOfToken } from '../../platform/crypto/tenant-token.ts';
import { hashToken } from '../../platform/crypto/tokens.ts';
import { AppError, invalid, ValidationError } from '../../platform/errors.ts';
import type { FontBook, PdfPool } from '../../platform/pdf/index.ts';
import type { RequestContext, SignerPrincipal } from '../../platform/principal.ts';
import { qrCode } from '../../platform/qr-code.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { decideSign, refuseUnless } from '../document-core/index.ts';
import { contextOf, loadReadableContext } from '../recipient-access/index.ts';
import {
  type DrawingLinkRow,
  type DrawnGraphic,
  replaceDrawingLink,
  selectDrawing,
  selectDrawingBearer,
  selectDrawingLink,
  storeDrawing,
  useDrawingLink,
} from './drawing-store.ts';
import { made } from './signature-graphics.ts';
import { ownState } from './sign-document.ts';

const LINK = 'drawing_';
const BEARER = 'drawn_';

type SignerContext = RequestContext<SignerPrincipal>;

export async function createDrawingLink(
  uow: UnitOfWork,
  context: SignerContext,
  signerId: Id<'signer'>,
  what: DrawnGraphic,
): Promise<{ id: Id<'drawing'>; url: string; qrCode: string; expiresAt: string }> {
  const { principal } = context;
  const { tenantId, generation, inPerson } = principal;
  // An in-person signer cannot use a phone, because the host vouches for the person who uses the host's device.
  if (principal.signerId !== signerId || inPerson) throw new AppError('INVALID_LINK');
  const signing = await loadReadableContext(uow, principal);
  refuseUnless(decideSign(signing, ownState(signing), uow.now()));
  const token = newTenantToken(LINK, tenantId);
  const documentId = signing.document_id;
  const { id, expiresAt } = await uow.run(tenantId, async (tx) => {
    const drawing = newId('drawing', tx.now);
    const until = new Date(tx.now.getTime() + LIMITS.drawingMinutes * 60_000);
    const trail = await uow.recorder.open(tx, tenantId, documentId);
    tx.write(
      replaceDrawingLink({
        tenantId,
        id: drawing,
        documentId,
        signerId,
        generation,
        what,
        hash: hashToken(token),
        now: tx.now,
        expiresAt: until,
      }),
    );
    await trail.record(
      entry('signer.drawing-link-issued', context, signerId, { what, expires_at: until.toISOString() }),
    );
    return { id: drawing, expiresAt: until.toISOString() };
  });
  const url = `${context.linkBase()}/draw#${token}`;
  return { id, url, qrCode: qrCode(url), expiresAt };
}

/** Throws NOT_FOUND for a link that was replaced by a newer link of the signer. */
export async function getDrawing(
  uow: UnitOfWork,
  principal: SignerPrincipal,
  { signerId, drawingId }: { signerId: Id<'signer'>; drawingId: Id<'drawing'> },
): Promise<{ status: 'waiting' | 'opened' | 'drawn' | 'expired'; drawing: string | null }> {
  if (principal.signerId !== signerId || principal.inPerson) throw new AppError('INVALID_LINK');
  await loadReadableContext(uow, principal);
  const { tenantId } = principal;
  const [row] = await uow.read(tenantId, selectDrawing(tenantId, drawingId, signerId));
  if (!row) throw new AppError('NOT_FOUND', { drawingId });
  if (row.drawing !== null) return { status: 'drawn', drawing: row.drawing };
  if (row.expires_at <= uow.now()) return { status: 'expired', drawing: null };
  return { status: row.is_opened ? 'opened' : 'waiting', drawing: null };
}

export async function openDrawingLink(
  uow: UnitOfWork,
  context: RequestContext,
  token: string,
): Promise<{ bearer: string; what: DrawnGraphic; expiresAt: string }> {
  const tenantId = tenantOfToken(LINK, token);
  if (tenantId === undefined) throw new AppError('INVALID_LINK');
  const hash = hashToken(token);
  const [found] = await uow.read(tenantId, selectDrawingLink(tenantId, hash, uow.now()));
  const row = await current(uow, tenantId, found);
  const bearer = newTenantToken(BEARER, tenantId);
  await uow.run(tenantId, async (tx) => {
    const trail = await uow.recorder.open(tx, tenantId, row.document_id);
    const [used] = await tx.query(useDrawingLink(tenantId, hash, hashToken(bearer), tx.now));
    if (!used) throw new AppError('INVALID_LINK');
    await trail.record(entry('signer.drawing-link-used', context, row.signer_id, {}));
  });
  return { bearer, what: row.what, expiresAt: row.expires_at.toISOString() };
}

export async function sendDrawing(
  { uow, pdf, fonts }: { uow: UnitOfWork; pdf: PdfPool; fonts: FontBook },
  context: RequestContext,
  { token, drawing }: { token: string; drawing: string },
): Promise<void> {
  const tenantId = tenantOfToken(BEARER, token);
  if (tenantId === undefined) throw new AppError('INVALID_LINK');
  const hash = hashToken(token);
  const [found] = await uow.read(tenantId, selectDrawingBearer(tenantId, hash, uow.now()));
  const row = await current(uow, tenantId, found);
  // The drawing is rendered in the same way as in signing, so that the page never receives a drawing that would be
  // rejected at signing.
  const owner = { tenant: tenantId, credential: row.signer_id };
  await made(
    { pdf, owner, typesetter: await fonts.typesetter([], null, []) },
    { type: 'drawn', data: drawing },
    'signature',
  ).catch((error: unknown) => {
    if (!(error instanceof ValidationError)) throw error;
    const [{ message, code }] = error.faults;
    throw invalid('drawing', message, code);
  });
  await uow.run(tenantId, async (tx) => {
    const trail = await uow.recorder.open(tx, tenantId, row.document_id);
    const [stored] = await tx.query(storeDrawing(tenantId, hash, drawing, tx.now));
    if (!stored) throw new AppError('INVALID_LINK');
    await trail.record(entry('signer.drawing-received', context, row.signer_id, { what: row.what }));
  });
}

/** Throws INVALID_LINK if the signing link of the signer has ended, or if nothing is left to sign. */
async function current(uow: UnitOfWork, tenantId: string, row: DrawingLinkRow | undefined): Promise<DrawingLinkRow> {
  if (!row) throw new AppError('INVALID_LINK');
  const link = { tenantId, signerId: row.signer_id, generation: row.link_generation };
  const [signing] = await uow.read(tenantId, contextOf({ kind: 'signer', via: 'link', passedCode: false, ...link }));
  if (!signing || decideSign(signing, ownState(signing), uow.now()).refused !== undefined)
    throw new AppError('INVALID_LINK');
  return row;
}

function entry<A extends string>(
  action: A,
  context: RequestContext,
  signerId: Id<'signer'>,
  data: Record<string, string>,
) {
  const party = { kind: 'signer', id: signerId } as const;
  return {
    action,
    actor: party,
    target: party,
    data,
    personal: { personId: signerId, fields: requestOrigin(context) },
  };
}
