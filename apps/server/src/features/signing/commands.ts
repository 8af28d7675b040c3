/** The operator's commands for certificates issued by this installation. */
import { type Id, idSchema, type RevocationReason, revocationReason } from '@countersign/contract';
import { CommandError } from '../../platform/command-error.ts';
import { type Command, type Console, unknownOrganization } from '../../platform/console.ts';
import { ValidationError } from '../../platform/errors.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type IssuedRow, selectIssuedCertificates } from '../authority/index.ts';
import { revoke } from './certificates.ts';
import { selectTenantsOf } from './store.ts';

const USAGE = `Usage: npm start -- revoke-certificate ORGANIZATION DOCUMENT SIGNER --reason REASON [--since TIME] [--note TEXT] [--yes]

Revokes the certificate that was issued for one signature. The signature stays valid: its time-stamp proves that it was created before the revocation.

  --reason REASON   ${revocationReason.options.join(', ')}
  --since TIME      when the revocation takes effect: the word issuance, or a time such as 2026-11-28T09:00:00Z. With a time in the past, the certificate counts as invalid from then on. This requires --note and cannot be undone
  --note TEXT       the reason, for the audit trail and the e-mails
  --yes             revokes the certificate. Without it, the command shows the effects and changes nothing

ORGANIZATION, DOCUMENT and SIGNER are IDs (org_..., doc_..., sgn_...). The signer gets an e-mail. With a time in the past, the sender and the organization's owners get one too. Verification shows the declaration next to the evidence in the file.`;

type Asked = {
  organizationId: string;
  documentId: Id<'document'>;
  signerId: Id<'signer'>;
  reason: RevocationReason;
  revokedAt: string | undefined;
  note: string | undefined;
  isConfirmed: boolean;
};

const revokeCertificate: Command<Console> = {
  name: 'revoke-certificate',
  usage: USAGE,
  read: (words) => {
    const asked = readWords(words);
    return asked && ((console) => console.open(async ({ unseal }) => carryOut(console, (await unseal()).uow, asked)));
  },
};

export const commands = [revokeCertificate];

function readWords(words: readonly string[]): Asked | undefined {
  const ids: string[] = [];
  const options = new Map<string, string>();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--yes') options.set(word, '');
    else if (['--reason', '--since', '--note'].includes(word)) {
      at += 1;
      const value = words[at];
      if (value === undefined) return undefined;
      options.set(word, value);
    } else ids.push(word);
  }
  const [organizationId, document, signer, ...rest] = ids;
  const documentId = idSchema('document').safeParse(document);
  const signerId = idSchema('signer').safeParse(signer);
  const reason = revocationReason.safeParse(options.get('--reason'));
  const revokedAt = options.get('--since');
  const isTime = revokedAt === undefined || revokedAt === 'issuance' || !Number.isNaN(Date.parse(revokedAt));
  if (organizationId === undefined || rest.length > 0 || !isTime) return undefined;
  if (!documentId.success || !signerId.success || !reason.success) return undefined;
  return {
    organizationId,
    documentId: documentId.data,
    signerId: signerId.data,
    reason: reason.data,
    revokedAt,
    note: options.get('--note'),
    isConfirmed: options.has('--yes'),
  };
}

async function carryOut({ out, err }: Console, uow: UnitOfWork, asked: Asked): Promise<number> {
  const { documentId, signerId, reason, revokedAt, note } = asked;
  const { tenantId, certificates } = await find(uow, asked);
  for (const { serial, email, issued_at: issuedAt } of certificates)
    out(`Certificate ${serial} of ${email}, issued ${issuedAt.toISOString()}`);
  const since = revokedAt ?? 'now';
  if (!asked.isConfirmed) {
    err(
      `The certificate would be revoked as of ${since} (${reason}). Nothing was changed. Repeat the command with --yes to revoke it.`,
    );
    return 1;
  }
  const by = { tenantId, actor: { kind: 'system', id: 'console' } } as const;
  const revoked = await revoke(uow, by, { id: documentId, signerId }, { reason, revokedAt, note }).catch(
    (error: unknown) => {
      if (!(error instanceof ValidationError)) throw error;
      const [{ field, message }] = error.faults;
      throw new CommandError(`${field === 'revokedAt' ? '--since' : `--${field}`} ${message}`);
    },
  );
  for (const { serial, revocation } of revoked)
    out(`Certificate ${serial} is revoked as of ${revocation?.revoked_at ?? since}. The e-mails are queued.`);
  return 0;
}

async function find(
  uow: UnitOfWork,
  { organizationId, documentId, signerId }: Asked,
): Promise<{ tenantId: string; certificates: IssuedRow[] }> {
  const tenants = await uow.readAuth(selectTenantsOf(organizationId));
  if (tenants.length === 0) throw unknownOrganization(organizationId);
  for (const { tenant_id: tenantId } of tenants) {
    const rows = await uow.read(tenantId, selectIssuedCertificates(tenantId, documentId));
    const certificates = rows.filter((row) => row.signer_id === signerId);
    if (certificates.length > 0) return { tenantId, certificates };
  }
  throw new CommandError(
    `No certificate was issued for signer ${signerId} of document ${documentId} in organization ${organizationId}.`,
  );
}
