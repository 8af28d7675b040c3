/** Creates public links for tests, and visitors who have requested a code. */
import type { AnswerOf, operations, PublicLink, Template } from '@countersign/contract';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { Answer, Caller } from './caller.ts';
import { makeTemplate, NOTICE, templateKey } from './templates.ts';

export const OPEN = '/api/public-links/open';
export const CODE = '/api/public-links/code';
export const CONFIRM = '/api/public-links/confirm';

export const linksPath = (templateId: string): string => `/api/templates/${templateId}/public-links`;

/** Creates a template with one role, and a public link for the template. */
export async function publicLink(
  app: TestApp,
  body: object = {},
  { by, content = NOTICE, prefix = '' }: { by?: Caller; content?: object; prefix?: string } = {},
): Promise<{ key: Caller; template: Template; link: PublicLink; token: string; path: string }> {
  const key = by ?? (await templateKey(app));
  const template = await makeTemplate(key, content, { prefix });
  const { link, token } = await linkFor(app, key, template.id, body, prefix);
  return { key, template, link, token, path: `${prefix}${linksPath(template.id)}/${link.id}` };
}

export async function linkFor(
  app: TestApp,
  by: Caller,
  templateId: string,
  body: object = {},
  prefix = '',
): Promise<{ link: PublicLink; token: string }> {
  const answer = await by.post<'createPublicLink'>(`${prefix}${linksPath(templateId)}`, { role: 'Reader', ...body });
  expect(answer.status, answer.text).toBe(201);
  const { publicLink: link } = answer.body;
  return { link, token: app.secret(new URL(link.url).hash.slice(1)) };
}

/** Returns the code in the newest e-mail to this address. */
export async function codeFor(app: TestApp, email: string): Promise<string> {
  const [stored] = await app.sql<{ text: string }>('select body_text as text from mails where id = $1', [
    await app.mailId(email, 'public-link-code'),
  ]);
  const code = /^\s*(\d{6})\s*$/m.exec(stored?.text ?? '')?.[1];
  if (code === undefined) throw new Error(`The e-mail to ${email} contains no code: ${stored?.text ?? ''}`);
  return code;
}

export type Visitor = { email: string; name: string; request: string; code: string };

/** Creates a visitor who has requested a code. */
export async function visitor(app: TestApp, token: string, more: object = {}): Promise<Visitor> {
  const person = app.person();
  const answer = await app.anyone.post<'sendPublicLinkCode'>(CODE, { token, ...person, ...more });
  expect(answer.status, answer.text).toBe(200);
  return { ...person, request: app.secret(answer.body.request), code: await codeFor(app, person.email) };
}

export const confirm = (
  app: TestApp,
  { request, code }: Pick<Visitor, 'request' | 'code'>,
): Promise<Answer<AnswerOf<(typeof operations)['confirmPublicLink']>>> =>
  app.anyone.post<'confirmPublicLink'>(CONFIRM, { request, code });

/** Returns the documents that were created from a template. */
export async function documentsOf(app: TestApp, templateId: string): Promise<{ id: string; status: string }[]> {
  return app.sql('select id, status from documents where template_id = $1 order by id', [templateId]);
}
