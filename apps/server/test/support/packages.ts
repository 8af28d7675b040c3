import type { Document, Id, PackageDetails } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import type { Recipient, TestApp } from './app.ts';
import { comparableText, type Caller } from './caller.ts';
import { expectError } from './expect-answer.ts';
import type { Sample } from './refusals.ts';

type SentPackage = {
  id: Id<'package'>;
  documents: Document['id'][];
  /** The links of the first recipient, by document. Every document has its own link, which the visit opens. */
  links: Map<string, string>;
};

/** Creates a package from new drafts of this caller. */
export async function makePackage(
  app: TestApp,
  { by = app.key, documents = 2, title = 'Onboarding' }: { by?: Caller; documents?: number; title?: string } = {},
): Promise<PackageDetails> {
  const documentIds: string[] = [];
  for (let n = 1; n <= documents; n += 1) documentIds.push((await app.draft({ by, title: `Document ${n}` })).id);
  const answer = await by.post<'createPackage'>('/api/packages', { title, documentIds });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.package;
}

/** Creates and sends a package, by default to one person. */
export async function sendPackage(
  app: TestApp,
  {
    by = app.key,
    documents = 2,
    signers = [app.person()],
    ...options
  }: { by?: Caller; documents?: number; signers?: Recipient[]; expirationDays?: number; signingOrder?: string } = {},
): Promise<SentPackage> {
  const made = await makePackage(app, { by, documents });
  const sent = await by.post<'sendPackage'>(`/api/packages/${made.id}/send`, { signers, ...options });
  expect(sent.status, sent.text).toBe(200);
  const links = await linksOf(app, made.id, signers[0]?.email ?? '');
  return { id: made.id, documents: made.documents.map(({ id }) => id), links };
}

async function linksOf(app: TestApp, id: string, email: string): Promise<Map<string, string>> {
  const rows = await app.sql<{ document_id: string; id: string; tenant_id: string; link_generation: number }>(
    `select s.document_id, s.id, s.tenant_id, s.link_generation from signers s join documents d on d.tenant_id = s.tenant_id and d.id = s.document_id
     where d.package_id = $1 and s.email = $2`,
    [id, email],
  );
  return new Map(
    rows.map(({ document_id: document, id: signerId, tenant_id: tenantId, link_generation: generation }) => {
      const url = app.services.links.url('', { tenantId, signerId, generation });
      return [document, app.secret(url.split('#')[1] ?? '')];
    }),
  );
}

export async function packageOf(app: TestApp, id: string): Promise<PackageDetails> {
  return (await app.key.get<'getPackage'>(`/api/packages/${id}`)).body.package;
}

/** Returns the events of a package in no particular order, because the test clock is frozen. */
export async function packageEvents(app: TestApp, id: string): Promise<string[]> {
  const rows = await app.sql<{ kind: string }>(
    "select kind from outbox where kind like 'package.%' and data->>'packageId' = $1",
    [id],
  );
  return rows.map(({ kind }) => kind).toSorted();
}

/**
 * Tests that the 404 has the same bytes for an unknown package, a colleague's package, a package with a colleague's
 * document, and another organization's package.
 */
export function hidesPackages(app: TestApp, sample: (id: string) => Sample): void {
  describe('404', () => {
    test('returns the same response for an unknown package and for every package that the caller cannot see', async () => {
      const member = (await app.member('member')).caller;
      const others = await makePackage(app, { documents: 1 });
      const foreign = await makePackage(app, { by: (await app.otherTenant()).owner, documents: 1 });
      const unknown = newId('package');
      const send = (by: Caller, id: string) => {
        const { method, path, body } = sample(id);
        return by.send(method, path, body === undefined ? {} : { body });
      };
      const nothing = await send(member, unknown);
      expectError(nothing, 'PACKAGE_NOT_FOUND', { packageId: unknown });
      for (const { id } of [others, foreign])
        expect(comparableText(await send(member, id)).replaceAll(id, unknown)).toBe(comparableText(nothing));
      expectError(await send(app.key, foreign.id), 'PACKAGE_NOT_FOUND', { packageId: foreign.id });
      expectError(await send(member, 'pkg_1'), 'PACKAGE_NOT_FOUND', { packageId: 'pkg_1' });
    });
  });
}
