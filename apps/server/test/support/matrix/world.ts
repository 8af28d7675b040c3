/** The setup of the access matrix: two organizations with every kind of credential, and their objects. */
import type { Environment, Role } from '@countersign/contract';
import { expect } from 'vitest';
import { newId } from '../../../src/platform/crypto/ids.ts';
import { writeMember, writeOrganization, writeSession } from '../accounts.ts';
import { OWNER, type TestApp } from '../app.ts';
import type { Caller } from '../caller.ts';
import { MULTIPART, pdfUpload } from '../multipart.ts';
import { makePdf } from '../pdf.ts';

export type Organization = { organizationId: string; tenants: Record<Environment, string>; runsInstallation: boolean };
export type Someone = {
  organization: Organization;
  userId: string;
  email: string;
  name: string;
  role: Role;
  session: Caller;
};
/** IDs by their prefix (`doc`, `sgn`...), and related values. */
export type Target = { ids: Record<string, string>; link?: string; token?: string };

export const prefixOf = (environment: Environment): string => (environment === 'live' ? '' : '/sandbox');
const PDF = pdfUpload(makePdf({ pages: 1 }));

export class World {
  readonly app: TestApp;
  /** The organization that runs the installation. It must have no access to other organizations. */
  readonly operator: Organization;
  readonly home: Organization;
  readonly #kept = new Map<string, Promise<unknown>>();

  private constructor(app: TestApp, home: Organization) {
    this.app = app;
    this.home = home;
    const { organizationId, tenantId, sandboxId } = app.tenant;
    this.operator = { organizationId, tenants: { live: tenantId, sandbox: sandboxId }, runsInstallation: true };
  }

  static async build(app: TestApp): Promise<World> {
    return new World(app, await newOrganization(app, 'Contoso Research'));
  }

  organization(): Promise<Organization> {
    return newOrganization(this.app, 'Fabrikam');
  }

  /** A new person with the test password, a confirmed address and a new session. */
  async someone(role: Role, organization: Organization = this.home): Promise<Someone> {
    const { app } = this;
    const { live, sandbox } = organization.tenants;
    const { email, name } = app.person();
    const userId = await writeMember(app.services, { email, name }, [live, sandbox], role);
    await app.sql('update users set password_hash = (select password_hash from users where email = $2) where id = $1', [
      userId,
      OWNER.email,
    ]);
    return { organization, userId, email, name, role, session: await this.session(userId, live) };
  }

  async session(userId: string, tenantId: string): Promise<Caller> {
    return this.app.anyone.with({ cookie: await writeSession(this.app.services, userId, tenantId) });
  }

  /** Creates something once, so that all cells that only read it or are rejected can share it. */
  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(name) ?? make();
    this.#kept.set(name, kept);
    return kept as Promise<T>;
  }

  /** Returns the person with this role. The whole matrix uses the same person for a role. */
  person(role: Role, organization: Organization = this.home): Promise<Someone> {
    return this.once(`${organization.organizationId} ${role}`, () => this.someone(role, organization));
  }

  /** A member of an organization who owns their own objects. */
  colleague(organization: Organization = this.home): Promise<Someone> {
    return this.once(`${organization.organizationId} colleague`, () => this.someone('member', organization));
  }

  async draft(by: Someone, environment: Environment): Promise<Target> {
    const answer = await by.session.send<'uploadDocument'>('POST', `${prefixOf(environment)}/api/documents/upload`, {
      body: PDF,
      headers: MULTIPART,
    });
    expect(answer.status, answer.text).toBe(201);
    return { ids: { doc: answer.body.document.id } };
  }

  /** Sends a document with a text field to one person. The result contains the person's link. */
  async sent(by: Someone, environment: Environment, to = this.app.person()): Promise<Target> {
    const { ids } = await this.draft(by, environment);
    const path = `${prefixOf(environment)}/api/documents/${ids['doc']}/send-for-signing`;
    const { email, name } = to;
    const place = { page: 1, x: 50, y: 50, width: 200, height: 20, signer: email };
    const fields = [{ ...place, kind: 'text', label: 'Place', required: false }];
    const answer = await by.session.post<'sendForSigning'>(path, { signers: [{ email, name }], fields });
    expect(answer.status, answer.text).toBe(200);
    const { signers, document } = answer.body;
    const signerId = signers[0]?.id ?? '';
    const fieldId = document.fields.find(({ kind }) => kind === 'text')?.id ?? '';
    return {
      ids: { doc: document.id, sgn: signerId, fld: fieldId },
      link: this.link(by.organization.tenants[environment], signerId),
    };
  }

  async signed(by: Someone, environment: Environment): Promise<Target> {
    const thing = await this.sent(by, environment);
    const path = `${prefixOf(environment)}/api/documents/${thing.ids['doc']}/sign`;
    const answer = await this.app.anyone.post(path, { token: thing.link, ...SIGNATURE });
    expect(answer.status, answer.text).toBe(200);
    return thing;
  }

  link(tenantId: string, signerId: string, generation = 1): string {
    const url = this.app.services.links.url('', { tenantId, signerId, generation });
    return this.app.secret(url.split('#')[1] ?? '');
  }

  /** An e-mail in the mailbox of a tenant. */
  async mail(tenantId: string): Promise<Target> {
    const id = newId('mail', this.app.clock.now());
    await this.app.sql(
      `insert into mails (tenant_id, id, message_id, kind, from_address, to_address, subject, body_text, body_html, created_at)
       values ($1, $2, $2, 'invitation', 'a@contoso.example', 'b@contoso.example', 'A subject', 'A text', 'A page', $3)`,
      [tenantId, id, this.app.clock.now()],
    );
    return { ids: { eml: id } };
  }
}

export const SIGNATURE = { consent: true, signature: { type: 'typed', data: 'Ada Lovelace' } } as const;

async function newOrganization(app: TestApp, name: string): Promise<Organization> {
  const { organization, live, sandbox } = await writeOrganization(app.services, name);
  return { organizationId: organization, tenants: { live, sandbox }, runsInstallation: false };
}
