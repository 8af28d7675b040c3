/** Public links to templates. Visitors verify their e-mail address and get their own document (ADR 155). */
import { z } from 'zod';
import { opaque, strict } from '../field-class.ts';
import { LIMITS } from '../limits.ts';
import { ALL_LANGUAGES } from '../languages.ts';
import { pageOfAll, pagination } from '../lists.ts';
import { defineOperation, json } from '../operation.ts';
import { idParam } from '../path-params.ts';
import { publicLink, publicLinkChange, publicLinkInput, publicLinkStatus } from '../public-links.ts';
import { emailAddress, singleLine, timestamp, withoutUnseen } from '../values.ts';

const success = z.object({ success: z.literal(true) });
const owners = {
  tag: 'Templates',
  credentials: ['session', 'api-key'],
  scope: 'templates',
  rate: 'credential',
} as const;
const params = z.object({ id: idParam('template', 'TEMPLATE_NOT_FOUND') });
const linkParams = params.extend({ linkId: idParam('publicLink', 'PUBLIC_LINK_NOT_FOUND') });
const path = '/api/templates/:id/public-links';

export const createPublicLink = defineOperation({
  ...owners,
  id: 'createPublicLink',
  secretAnswer: true,
  method: 'POST',
  path,
  summary: 'Create a public link',
  description: `Returns a link that you can publish, and its QR code. Visitors enter their name and e-mail address and confirm the address with a code. The server then creates a document from the current version of the template, sends it in your name, and opens it for the visitor to sign. A template can have at most ${LIMITS.publicLinks} public links. The template must not have variables, or roles that require recipient authentication.`,
  params,
  body: json(publicLinkInput),
  success: { status: 201, body: json(success.extend({ publicLink })) },
  errors: ['MAIL_NOT_CONFIGURED', 'TEMPLATE_NOT_FOUND', 'TOO_MANY_PUBLIC_LINKS'],
});

export const listPublicLinks = defineOperation({
  ...owners,
  id: 'listPublicLinks',
  secretAnswer: true,
  work: 'list',
  method: 'GET',
  path,
  summary: 'List public links',
  description:
    'Returns your own public links for a template, oldest first. Admins and owners get all public links for the template.',
  params,
  query: z.strictObject(pageOfAll),
  success: { status: 200, body: json(z.object({ publicLinks: z.array(publicLink), pagination })) },
  errors: ['TEMPLATE_NOT_FOUND'],
});

export const updatePublicLink = defineOperation({
  ...owners,
  id: 'updatePublicLink',
  secretAnswer: true,
  method: 'PATCH',
  path: `${path}/:linkId`,
  summary: 'Update a public link',
  description:
    'Pauses or resumes a link, or changes its limit, its expiry or the people in the other roles. The URL does not change.',
  params: linkParams,
  body: json(publicLinkChange),
  success: { status: 200, body: json(success.extend({ publicLink })) },
  errors: ['TEMPLATE_NOT_FOUND', 'PUBLIC_LINK_NOT_FOUND'],
});

export const deletePublicLink = defineOperation({
  ...owners,
  id: 'deletePublicLink',
  method: 'DELETE',
  path: `${path}/:linkId`,
  summary: 'Delete a public link',
  description: 'Deletes the link permanently. Documents created through it are kept.',
  params: linkParams,
  success: { status: 200, body: json(success) },
  errors: ['TEMPLATE_NOT_FOUND', 'PUBLIC_LINK_NOT_FOUND'],
});

// ---------------------------------------------------------------- visitors
const visitors = { tag: 'Signing', credentials: ['public'], method: 'POST' } as const;
const token = opaque(z.string()).min(1).max(300).meta({ description: 'The part of the link after `#`.' });

export const openPublicLink = defineOperation({
  ...visitors,
  id: 'openPublicLink',
  rate: 'open',
  work: 'signing',
  path: '/api/public-links/open',
  summary: 'Open a public link',
  description: 'Returns the data for the page of a public link. Nothing is stored.',
  body: json(z.strictObject({ token })),
  success: {
    status: 200,
    body: json(
      success.extend({
        status: publicLinkStatus,
        title: z
          .string()
          .nullable()
          .meta({ description: 'Name of the template. Null if the template is not available.' }),
        organization: z.string(),
        logo: z.string().nullable().meta({ description: "The organization's logo, as a `data:` URL of a PNG image." }),
      }),
    ),
  },
  errors: ['INVALID_LINK'],
});

export const sendPublicLinkCode = defineOperation({
  ...visitors,
  id: 'sendPublicLinkCode',
  secretAnswer: true,
  rate: 'address',
  work: 'sending',
  path: '/api/public-links/code',
  summary: 'Send a code to a visitor',
  description: `Sends a code to the address of a visitor. It is valid for ${LIMITS.publicLinkCodeMinutes} minutes. The e-mail contains nothing that the visitor entered. An organization can send each e-mail address at most ${LIMITS.publicLinkCodesAnHour} codes per hour and ${LIMITS.publicLinkCodesADay} per 24 hours. Each link and each IP address also has a limit.`,
  body: json(
    z.strictObject({
      token,
      name: singleLine(120),
      email: emailAddress,
      locale: strict(z.enum(ALL_LANGUAGES)).optional().meta({
        description: 'The language of the e-mails and of the signing page.',
      }),
    }),
  ),
  success: {
    status: 200,
    body: json(
      success.extend({
        request: z.string().meta({
          description:
            'Value to send with the code to `confirmPublicLink`. The code works only together with this value.',
        }),
        expiresAt: timestamp,
      }),
    ),
  },
  errors: ['INVALID_LINK', 'PUBLIC_LINK_CLOSED', 'TOO_MANY_CODES', 'MAIL_NOT_CONFIGURED'],
});

export const confirmPublicLink = defineOperation({
  ...visitors,
  id: 'confirmPublicLink',
  secretAnswer: true,
  rate: 'address',
  work: 'sending',
  path: '/api/public-links/confirm',
  summary: "Confirm a visitor's code",
  description: `Creates the document, sends it, and returns the visitor's signing link. The audit trail records the public link and the confirmed address. If you repeat the request, the response contains a link to the same document. A code can be entered ${LIMITS.publicLinkCodeTries} times.`,
  body: json(
    z.strictObject({
      request: opaque(z.string())
        .max(300)
        .regex(/^[\w-]+$/, 'must be the `request` value that was returned when the code was requested'),
      code: opaque(z.string())
        .overwrite(withoutUnseen)
        .min(1)
        .max(40)
        .meta({ description: 'Six digits. Spaces and hyphens are ignored.' }),
    }),
  ),
  success: {
    status: 200,
    body: json(success.extend({ url: z.string().meta({ description: 'The signing link of the visitor.' }) })),
  },
  errors: [
    'PUBLIC_LINK_CODE_WRONG',
    'PUBLIC_LINK_CODE_EXPIRED',
    'PUBLIC_LINK_CLOSED',
    'MAIL_NOT_CONFIGURED',
    'SERVICE_UNAVAILABLE',
  ],
});
