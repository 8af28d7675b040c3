/** Packages whose documents are created from templates (ADR 105). */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { documentTitle, LIMITS, notifyInputs, signingOrder } from './resources.ts';
import { variables } from './template-variables.ts';
import { fieldValues, roleName, roleSigner, templateSending } from './templates.ts';

/** One of the documents of a package. */
export const packageTemplate = z.strictObject({
  templateId: idSchema('template'),
  title: documentTitle.optional().meta({ description: 'Title of the document. Default: the name of the template.' }),
  values: fieldValues.default({}).meta({
    description:
      'Values that are filled in before the first signature. Each property name is the key or label of a field.',
  }),
  variables,
  roles: z
    .record(roleName, roleName)
    .refine((roles) => Object.keys(roles).length <= LIMITS.signers, 'has too many roles')
    .default({})
    .meta({
      description:
        'Maps roles of this template to roles in `signers` if their names differ, such as `{"Tenant": "Buyer"}`.',
    }),
});
export type PackageTemplate = z.infer<typeof packageTemplate>;
/** The members that a package of templates requires besides its title. */
export const packageOfTemplates = {
  signers: z.array(roleSigner).min(1, 'must include at least one signer').max(LIMITS.signers).optional().meta({
    description:
      'With `templates`: the person for each role. Each person becomes a recipient of all documents whose template has that role. Only `cc` and `viewer` roles can be omitted.',
  }),
  send: z.boolean().default(false).meta({
    description:
      'Only with `templates`. If true, the package is sent in the same request. If false, it remains a draft.',
  }),
  signingOrder: signingOrder
    .optional()
    .meta({ description: 'Applies only with `templates`. Default: the setting of each template.' }),
  ...templateSending,
  ...notifyInputs,
};
