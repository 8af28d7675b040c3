/** Creates a package with documents from templates and sends it in one transaction. */
import type { PackageDetails, PackageInput, PackageTemplate } from '@countersign/contract';
import type { Trail } from '../../platform/audit/recorder.ts';
import { newId } from '../../platform/crypto/ids.ts';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import { AppError, invalid, ValidationError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import { claimPackageExternalId } from './external-ids.ts';
import { recordSending, type SendDependencies, senderOf } from '../documents/index.ts';
import { requireEnvelope } from '../plans/index.ts';
import {
  folded,
  type Instance,
  loadTemplate,
  prepareInstance,
  type PreparedInstance,
  type TemplateRow,
  writeInstance,
} from '../templates/index.ts';
import { noteOfPackage } from './draft-package.ts';
import { getPackage } from './read-packages.ts';
import { recordPackageSent } from './send-package.ts';
import { insertPackage, lockPackage } from './store.ts';
import { setPackageDocuments } from '../document-core/store/index.ts';

type Context = RequestContext<MemberPrincipal>;
type Given = Omit<PackageInput, 'documentIds' | 'templates' | 'signers'> & {
  templates: readonly PackageTemplate[];
  signers: NonNullable<PackageInput['signers']>;
};

export async function createPackageOfTemplates(
  dependencies: SendDependencies,
  context: Context,
  given: Given,
): Promise<PackageDetails> {
  const { uow } = dependencies;
  const { principal } = context;
  const { tenantId, userId } = principal;
  refuseWithoutScope(principal);
  const { title, externalId, send } = given;
  const sender = senderOf(context);
  const rows: TemplateRow[] = [];
  for (const { templateId } of given.templates) rows.push(await loadTemplate(uow, principal, templateId));
  const assigned = assignRoles(rows, given);
  const all: PreparedInstance[] = [];
  // The documents are prepared one after another, because each may be a file of 50 MB.
  for (const [index, template] of rows.entries())
    all.push(
      await prepareInstance(dependencies, sender, template, instanceOf(given, index, assigned[index] ?? [])).catch(
        (error: unknown) => {
          throw ofTemplate(error, index, template, assigned[index] ?? []);
        },
      ),
    );
  const id = newId('package', uow.now());
  await uow.run(tenantId, async (tx) => {
    tx.write(insertPackage(tenantId, id, userId, title, tx.now));
    const trails: Trail[] = [];
    for (const prepared of all) trails.push(await writeInstance(dependencies, tx, sender, prepared));
    const documentIds = all.map(({ document }) => document.id);
    tx.write(setPackageDocuments({ tenantId, packageId: id, documentIds, now: tx.now }));
    await claimPackageExternalId(tx, { tenantId, id }, externalId);
    const sent = all.flatMap(({ document, sending, input }, index) => {
      const trail = trails[index];
      return sending && trail ? [{ document, sending, input, trail }] : [];
    });
    const [first] = sent;
    // A package counts as one envelope.
    if (first?.document.environment === 'live') await requireEnvelope(tx, tenantId, first.sending.named.plan);
    for (const { document, sending, input, trail } of sent)
      await recordSending(tx, trail, sender, document, sending, input);
    await tx.query(lockPackage(tenantId, id));
    await noteOfPackage(uow, tx, context, id, 'package.created', { documents: all.length });
    if (send) {
      const members = documentIds.map((documentId) => ({ id: documentId }));
      await recordPackageSent(uow, tx, context, { id, title, members, recipients: given.signers.length }, sent);
    }
    failpointsOfCommit(tx, 'send');
  });
  return getPackage(uow, principal, id);
}

function refuseWithoutScope(principal: MemberPrincipal): void {
  if (principal.kind !== 'api-key' || principal.scopes.includes('templates')) return;
  throw new AppError(
    'FORBIDDEN',
    { scope: 'templates' },
    {
      message:
        'This API key does not have the scope `templates`, which is required to create a package from templates.',
    },
  );
}

/** `at` is the recipient's index in the request, which determines the signing order unless the role defines one. */
type Assigned = { role: string; at: number };

/** Throws a ValidationError for a role that no template has, or for a role to which no person is assigned. */
function assignRoles(rows: readonly TemplateRow[], { templates, signers }: Given): Assigned[][] {
  const used = new Set<number>();
  const assigned = rows.map(({ content }, index) => {
    const renamed = new Map<string, string>();
    for (const [role, other] of Object.entries(templates[index]?.roles ?? {})) {
      const path = `templates[${index}].roles.${role}`;
      if (!content.roles.some(({ name }) => folded(name) === folded(role)))
        throw invalid(
          path,
          `must be one of the roles in the template: ${content.roles.map(({ name }) => name).join(', ')}`,
        );
      if (!signers.some((one) => folded(one.role) === folded(other)))
        throw invalid(path, `maps to "${other}", but no signer has this role`);
      renamed.set(folded(role), folded(other));
    }
    return content.roles.flatMap(({ name }): Assigned[] => {
      const wanted = renamed.get(folded(name)) ?? folded(name);
      const at = signers.findIndex(({ role }) => folded(role) === wanted);
      if (at === -1) return [];
      used.add(at);
      return [{ role: name, at }];
    });
  });
  for (const [index, { role }] of signers.entries()) {
    const twin = signers.findIndex((one) => folded(one.role) === folded(role));
    if (twin !== index) throw invalid(`signers[${index}].role`, 'has already been assigned');
    if (!used.has(index)) throw invalid(`signers[${index}].role`, 'is not a role of any template');
  }
  return assigned;
}

function instanceOf(given: Given, index: number, assigned: readonly Assigned[]): Instance {
  const { signers, send, signingOrder, expirationDays, emailSubject, emailMessage, reminders } = given;
  const template = given.templates[index];
  return {
    signers: assigned.flatMap(({ role, at }) => {
      const signer = signers[at];
      return signer ? [{ ...signer, role, turn: at + 1 }] : [];
    }),
    values: template?.values ?? {},
    variables: template?.variables ?? {},
    ...(template?.title !== undefined && { title: template.title }),
    notify: given.notify,
    notifyCompletion: given.notifyCompletion,
    sending: {
      expirationDays,
      emailSubject,
      emailMessage,
      reminders,
      isInPackage: true,
      ...(signingOrder && { signingOrder }),
    },
    send,
  };
}

/** Adds the path in the request and the template's name to the error. */
function ofTemplate(error: unknown, index: number, { name }: TemplateRow, assigned: readonly Assigned[]): unknown {
  if (!(error instanceof ValidationError)) return error;
  const [first, ...more] = error.faults.map((fault) => {
    const [, place, rest] = /^signers\[(\d+)\](.*)$/.exec(fault.field) ?? [];
    const at = place === undefined ? undefined : assigned[Number(place)]?.at;
    if (at !== undefined) return { ...fault, field: `signers[${at}]${rest ?? ''}` };
    const field = /^(values|variables|fields)/.test(fault.field) ? `templates[${index}].${fault.field}` : fault.field;
    return { ...fault, field, message: `${fault.message} (template "${name}")` };
  });
  return first ? new ValidationError(first, ...more) : error;
}
