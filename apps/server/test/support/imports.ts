import type { TestApp } from './app.ts';
import type { Caller } from './caller.ts';
import { MULTIPART, multipart } from './multipart.ts';
import { until } from './until.ts';

export const IMPORTS = '/api/admin/user-imports';
export const csvFile = (content: string | Uint8Array) =>
  multipart([{ name: 'file', filename: 'users.csv', type: 'text/csv', content }]);
/** No import has this ID. */
export const NO_IMPORT = 'imp_00000000000000000000000000';

export const previewOf = (by: Caller, content: string | Uint8Array) =>
  by.post<'createUserImport'>(IMPORTS, csvFile(content), { headers: MULTIPART });

/** Creates a preview for an import of these addresses, each with the `member` role. */
export async function makeImport(by: Caller, emails: readonly string[]): Promise<string> {
  const rows = emails.map((email, at) => `${email},Person ${at},member`);
  return (await previewOf(by, ['email,name,role', ...rows].join('\n'))).body.import.id;
}

export const importOf = async (by: Caller, id: string) =>
  (await by.get<'getUserImport'>(`${IMPORTS}/${id}`)).body.import;

/** Waits until no work is pending for the import. */
export function settled(app: TestApp, by: Caller, id: string) {
  return until('the import to end', async () => {
    // A run of the job that has to wait for e-mails is repeated a second later.
    app.clock.advance({ seconds: 1 });
    app.services.runner.wake('bulk');
    const now = await importOf(by, id);
    return now.status === 'completed' || now.status === 'undone' ? now : undefined;
  });
}

/** Marks a domain as confirmed, as the DNS check would. */
export async function proveDomain(app: TestApp, domain: string): Promise<void> {
  await app.sql('insert into domain_owners (domain, tenant_id, verified_at) values ($1, $2, $3)', [
    domain,
    app.tenant.tenantId,
    app.clock.now(),
  ]);
}
