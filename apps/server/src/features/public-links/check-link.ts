/**
 * Checks whether documents can be created through a public link: its owner may send documents, and the people it names
 * match the template's roles.
 */
import type { PublicLinkProblem, SignerRole, TemplateRole } from '@countersign/contract';
import { invalid, ValidationError } from '../../platform/errors.ts';
import type { FontBook } from '../../platform/pdf/index.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { firstStatuses, mustSign, namesOfVariables } from '../document-core/index.ts';
import { hasEnvelopeLeft } from '../plans/index.ts';
import { checkInstance, folded, selectTemplate, type TemplateRow } from '../templates/index.ts';
import type { LinkRow } from './store.ts';

export type CheckDependencies = { uow: UnitOfWork; fonts: FontBook };
type People = Pick<LinkRow, 'role' | 'signers'>;

/** A placeholder, because the visitor is not known yet. */
const VISITOR = { email: 'visitor@public-link.invalid', name: 'Visitor' };

/** Throws a ValidationError that names the role or person that does not match. */
export async function checkPeople(
  dependencies: CheckDependencies,
  template: TemplateRow,
  { role, signers }: People,
): Promise<void> {
  const { roles, signingOrder } = template.content;
  const named = (name: string) => roles.find((one) => folded(one.name) === folded(name));
  const own = named(role);
  if (!own || !mustSign(own.role))
    throw invalid('role', `must be a role in the template that signs or approves: ${signingRoles(roles)}`);
  if (own.requireTwoFactor !== undefined)
    throw invalid('role', 'must not require recipient authentication, because visitors are not known in advance');
  const taken = signers.findIndex((signer) => folded(signer.role) === folded(role));
  if (taken >= 0) throw invalid(`signers[${taken}].role`, 'must not be the role of the visitor');
  const present = presentRoles(template, { role, signers });
  const statuses = firstStatuses(
    present.map((one) => ({ role: one.role, signing_order: one.order ?? roles.indexOf(one) + 1 })),
    signingOrder,
  );
  if (statuses[present.indexOf(own)] !== 'pending-signature')
    throw invalid('role', 'must be the first in the signing order, because the visitor signs immediately');
  if (template.variables.length > 0)
    throw invalid(
      'role',
      `cannot be used, because the template's text has variables that a public link cannot fill in (${namesOfVariables(template.variables).join(', ')})`,
    );
  const people = [...signers, { role, ...VISITOR }];
  await checkInstance(dependencies, template, { signers: people, values: {}, variables: {} });
}

/** The roles are in the order of the document's recipients. */
export const presentRoles = ({ content }: TemplateRow, { role, signers }: People): TemplateRole[] =>
  content.roles.filter((one) =>
    [role, ...signers.map((signer) => signer.role)].some((name) => folded(name) === folded(one.name)),
  );

const signingRoles = (roles: readonly { name: string; role: SignerRole }[]): string =>
  roles
    .filter((one) => mustSign(one.role))
    .map(({ name }) => name)
    .join(', ');

/** Returns the template of a link, and the reason why the link cannot be used, if there is one. */
export async function readUsable(
  dependencies: CheckDependencies,
  tenantId: string,
  link: LinkRow,
): Promise<{ template: TemplateRow | undefined; problem: PublicLinkProblem | null }> {
  const { uow } = dependencies;
  if (link.owner_role === null) return { template: undefined, problem: 'owner-inactive' };
  // A member's link can use only the documents and features that the member may use now.
  const member = link.owner_role === 'member' ? link.owner_id : null;
  const [template] = await uow.read(tenantId, selectTemplate(tenantId, link.template_id, member, null));
  if (!template) return { template: undefined, problem: 'template-unavailable' };
  try {
    await checkPeople(dependencies, template, link);
  } catch (error) {
    if (error instanceof ValidationError) return { template, problem: 'template-changed' };
    throw error;
  }
  // This check comes last, because the limit resets at the end of the month without any action.
  return { template, problem: (await hasEnvelopeLeft(uow, tenantId)) ? null : 'plan-exhausted' };
}
