/** Edits a template in the document editor, with roles in place of people. */
import type { FieldInput, Template, TemplateField } from '@countersign/contract';
import { type Draft, toRequest } from '../send/draft.ts';
import { draftOf, isAnchored } from '../send/planned.ts';

const asDocument = ({ role, ...field }: TemplateField): FieldInput => ({ ...field, signer: role });

export function templateDraft({ roles, fields, pages, signing_order: order, ...template }: Template): Draft {
  const people = roles.map(({ name, role, requireTwoFactor }) => ({ name, email: name, role, requireTwoFactor }));
  const draft = draftOf(people, fields.map(asDocument), pages, {
    sequential: order === 'sequential',
    subject: template.email_subject ?? '',
    message: template.email_message ?? '',
  });
  return { ...draft, where: 'fields' };
}

/** Builds the request for saving. Fields with anchors are not shown in the editor and remain unchanged. */
export function templateRequest(template: Template, name: string, draft: Draft) {
  // The editor refers to roles by key, because two names may be equal while they are being typed.
  const names = new Map(draft.recipients.map(({ key, name: role }) => [key, role.trim()]));
  const keyed = { ...draft, recipients: draft.recipients.map((role) => ({ ...role, email: role.key })) };
  const before = new Map(draft.recipients.map(({ email, name: role }) => [email.toLowerCase(), role.trim()]));
  const isSigner = new Set(draft.recipients.filter(({ role = 'signer' }) => role === 'signer').map(({ key }) => key));
  const anchored = template.fields.flatMap((field): TemplateField[] => {
    const role = before.get(field.role.toLowerCase());
    return isAnchored(asDocument(field)) && role !== undefined ? [{ ...field, role }] : [];
  });
  const placed = (toRequest(keyed, template.pages).fields ?? []).flatMap(({ signer, ...field }): TemplateField[] =>
    isSigner.has(signer) ? [{ ...field, role: names.get(signer) ?? '' } as TemplateField] : [],
  );
  return {
    name: name.trim(),
    roles: draft.recipients.map(({ name: role, role: kind = 'signer', proof = 'link' }, index) => ({
      name: role.trim(),
      role: kind,
      ...(proof !== 'link' && { requireTwoFactor: proof }),
      ...(draft.sequential && { order: index + 1 }),
    })),
    fields: [...placed, ...anchored],
    signingOrder: draft.sequential ? ('sequential' as const) : ('parallel' as const),
    emailSubject: draft.subject.trim() === '' ? null : draft.subject.trim(),
    emailMessage: draft.message.trim() === '' ? null : draft.message.trim(),
  };
}

/** Whether the template is unchanged since it was opened. */
export const isSame = (template: Template, request: ReturnType<typeof templateRequest>): boolean =>
  JSON.stringify(request) === JSON.stringify(templateRequest(template, template.name, templateDraft(template)));
