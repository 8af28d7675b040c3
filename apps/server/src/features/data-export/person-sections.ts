/**
 * All data about one person, wherever they are a member or a recipient. Data about other people is excluded: their
 * names and addresses, the certificate of completion, and audit entries about their actions.
 */
import { parseEntry } from '@countersign/audit-log';
import type { Id } from '@countersign/contract';
import { auditText } from '../../platform/audit/actions.ts';
import { openPersonal } from '../../platform/audit/personal.ts';
import { consentOf, selectConsentsByHash } from '../consent-texts/index.ts';
import type { BuildDependencies } from './build-export.ts';
import { documentEntries } from './document-entries.ts';
import type { Person } from './person.ts';
import { personReadme } from './readme.ts';
import { schemaFiles } from './schemas.ts';
import { type ExportEntry, jsonFile, linesFile, type Progress, type Section, textFile, whole } from './section.ts';
import {
  type ActRow,
  selectAccount,
  selectActs,
  selectActsOn,
  selectKeysOf,
  selectMailsTo,
  selectOwnDocuments,
  selectPersonalOf,
  selectSignedDocuments,
} from './data-store.ts';
import { selectAddressedAfter } from '../document-core/index.ts';
import type { ExportRow } from './store.ts';

type About = { tenantId: string; person: Person; row: ExportRow; progress: Progress };

const DOCUMENTS = 50;
const ACTS = 2000;

export function personSections(dependencies: BuildDependencies, about: About): readonly Section[] {
  const { uow } = dependencies;
  const { person, row, progress } = about;
  const members = person.memberships.map(({ tenant_id: tenantId }) => tenantId);
  const sent: Section = eachTenant(members, DOCUMENTS, async (tenantId, after) => {
    const rows = await uow.readReplica(
      tenantId,
      selectOwnDocuments(tenantId, person.id, person.emailKey, after, DOCUMENTS),
    );
    const entries = rows.flatMap((one) => documentEntries(dependencies, tenantId, one, { isWhole: false }));
    return { entries, ids: rows.map(({ id }) => id), documents: rows.length };
  });
  const signed: Section = eachTenant(person.addressedIn, DOCUMENTS, async (tenantId, after) => {
    const addressed = await uow.readAuth(
      selectAddressedAfter({ tenantId, emailKey: person.emailKey, after, limit: DOCUMENTS }),
    );
    const ids = addressed.map(({ document_id: id }) => id);
    const rows = await uow.readReplica(tenantId, selectSignedDocuments(tenantId, ids, person.emailKey, person.id));
    const signers = new Map(addressed.map(({ document_id: id, id: signer }) => [id, signer]));
    const entries = rows.flatMap((one) =>
      documentEntries(dependencies, tenantId, one, {
        isWhole: false,
        mine: ownActs(dependencies, tenantId, one.id, signers.get(one.id) ?? ''),
      }),
    );
    return { entries, ids, documents: rows.length };
  });
  const mails = whole(async () => {
    const found: unknown[] = [];
    for (const tenantId of new Set([...members, ...person.addressedIn]))
      found.push(...(await uow.readReplica(tenantId, selectMailsTo(tenantId, person.emailKey))));
    return [jsonFile('mails.json', { mails: found })];
  });
  const acts: Section = eachTenant(members, ACTS, async (tenantId, after) => {
    const rows = await uow.readReplica(tenantId, selectActs(tenantId, person.id, after, ACTS));
    const ids = rows.map(({ id }) => id);
    if (rows.length === 0) return { entries: [], ids };
    const lines = await linesOf(dependencies, tenantId, rows, person.id);
    return { entries: [linesFile(`audit/${tenantId}/${ids[0]}.jsonl`, lines)], ids };
  });
  const end = whole(async () => [
    jsonFile('export.json', {
      id: row.id,
      scope: row.scope,
      environment: 'live',
      started_at: row.created_at.toISOString(),
      finished_at: uow.now().toISOString(),
      documents: progress.documents,
      erased_during_export: [],
    }),
  ]);
  return [whole(() => head(dependencies, about)), sent, signed, mails, acts, end];
}

async function head({ uow }: BuildDependencies, { person, row }: About): Promise<ExportEntry[]> {
  const [account] = await uow.readAuth(selectAccount(person.id));
  if (!account) throw new Error(`account ${person.id} does not exist`);
  const keys: unknown[] = [];
  for (const { tenant_id: tenantId } of person.memberships)
    keys.push(...(await uow.readReplica(tenantId, selectKeysOf(tenantId, person.id))));
  const memberships = person.memberships.map(({ organization, role, joined_at: joined }) => ({
    organization,
    role,
    joined_at: joined.toISOString(),
  }));
  return [
    textFile('README.md', personReadme(row.created_at)),
    ...schemaFiles('own'),
    jsonFile('account.json', { ...account.json, memberships, api_keys: keys }),
  ];
}

type Found = { entries: ExportEntry[]; ids: readonly string[]; documents?: number };

/** The cursor contains the tenant and the last ID read in it. */
function eachTenant(
  tenants: readonly Id<'tenant'>[],
  limit: number,
  read: (tenantId: Id<'tenant'>, after: string) => Promise<Found>,
): Section {
  const inOrder = tenants.toSorted();
  return async (cursor) => {
    const [from = '', after = ''] = cursor?.split(' ') ?? [];
    const tenantId = inOrder.find((one) => one >= from);
    if (tenantId === undefined) return { entries: [], next: null };
    // If the person has left a tenant since the previous batch, reading continues at the beginning of the next tenant.
    const { entries, ids, documents = 0 } = await read(tenantId, tenantId === from ? after : '');
    const behind = inOrder.find((one) => one > tenantId);
    const next = ids.length < limit ? behind && `${behind} ` : `${tenantId} ${ids.at(-1)}`;
    return { entries, next: next ?? null, documents };
  };
}

/**
 * Returns a recipient's own actions on a document: viewing, agreeing, signing or declining, with the text that they
 * agreed to.
 */
function ownActs(dependencies: BuildDependencies, tenantId: string, documentId: string, signerId: string): ExportEntry {
  return {
    path: `documents/${documentId}/my-actions.jsonl`,
    read: async () => {
      const rows = await dependencies.uow.readReplica(tenantId, selectActsOn(tenantId, documentId, signerId));
      return linesFile('', await linesOf(dependencies, tenantId, rows, signerId)).read();
    },
  };
}

async function linesOf(
  { uow, vault }: BuildDependencies,
  tenantId: string,
  rows: readonly ActRow[],
  personId: string,
): Promise<string[]> {
  const ids = rows.map(({ id }) => id);
  const personal = openPersonal(
    vault,
    tenantId,
    await uow.readReplica(tenantId, selectPersonalOf(tenantId, ids, personId)),
  );
  const acts = rows.map(({ id, hash, bytes }) => ({ id, hash, bytes, entry: parseEntry(bytes) }));
  const agreed = acts.flatMap(({ entry: { data } }) => (typeof data['consent'] === 'string' ? [data['consent']] : []));
  const own = agreed.length === 0 ? [] : await uow.readReplica(tenantId, selectConsentsByHash(tenantId, agreed));
  return acts.map(({ id, hash, bytes, entry }) => {
    const { at, type, target, data, stream, n } = entry;
    const consent = typeof data['consent'] === 'string' ? consentOf(data['consent'], own) : undefined;
    return JSON.stringify({
      id,
      at,
      action: type,
      summary: auditText(type, data),
      target,
      data,
      personal: evidenceOf(personal.get(id)),
      ...(consent && {
        consent: { version: consent.version, language: consent.language, text: consent.text },
      }),
      stream,
      number: n,
      hash,
      bytes: bytes.toString('base64'),
    });
  });
}

/**
 * Returns only the network address and the user agent. Other fields may be about other people, such as a document's
 * recipients or an invited person.
 */
function evidenceOf(fields: Record<string, string> | undefined): Record<string, string> | null {
  if (fields === undefined) return null;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name === 'address' || name === 'user_agent'));
}
