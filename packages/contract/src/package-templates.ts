/** Packages whose documents are created from templates (ADR 105). */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { documentTitle, LIMITS, notifyInputs, signingOrder } from './resources.ts';
import { variables } from './template-variables.ts';
import { fieldValues, roleName, roleSigner, templateSending } from './templates.ts';

/** One of the documents of a package. */
export const packageTemplate = z.strictObject({
  templateId: idSchema('template'),
  title: documentTitle.optional().meta({ description: 'of the document; default: the name of the template' }),
  values: fieldValues
    .default({})
    .meta({ description: 'Values of fields before anyone signs, by the key or else the label of the field' }),
  variables,
  roles: z
    .record(roleName, roleName)
    .refine((roles) => Object.keys(roles).length <= LIMITS.signers, 'has too many roles')
    .default({})
    .meta({
      description:
        'role of this template -> `role` of one of the `signers`, where the names differ, as in {"Tenant": "Buyer"}',
    }),
});
export type PackageTemplate = z.infer<typeof packageTemplate>;
/** What a package of templates takes beside its title. */
export const packageOfTemplates = {
  signers: z.array(roleSigner).min(1, 'must name at least one signer').max(LIMITS.signers).optional().meta({
    description:
      'With `templates`: who has which role. A person is a recipient of each document whose template has that role. Only cc and viewer roles may be left out.',
  }),
  send: z
    .boolean()
    .default(false)
    .meta({ description: 'With `templates`. true: the package is sent in the same call; false: a draft package' }),
  signingOrder: signingOrder.optional().meta({ description: 'With `templates`. Left out: as each template has it' }),
  ...templateSending,
  ...notifyInputs,
};
