/**
 * All data of an organization's live environment. Secrets are excluded: keys and webhooks are described, but their
 * secrets are never copied.
 */
import type { BuildDependencies } from './build-export.ts';
import { documentEntries } from './document-entries.ts';
import { organizationReadme } from './readme.ts';
import { schemaFiles } from './schemas.ts';
import { type Batch, jsonFile, linesFile, type Progress, type Section, textFile, whole } from './section.ts';
import {
  selectAllDocuments,
  selectChainPart,
  selectErasedSince,
  selectIncidentsAfter,
  selectOrganizationData,
  selectPackagesAfter,
  selectTemplatesAfter,
} from './data-store.ts';
import { exportLog } from '../transparency-log/index.ts';
import { type ExportRow } from './store.ts';

type About = { tenantId: string; row: ExportRow; progress: Progress };

const DOCUMENTS = 50;
const ROWS = 200;
/** The number of entries per file of the organization's own chain. */
const CHAIN = 5000;

export function organizationSections(dependencies: BuildDependencies, about: About): readonly Section[] {
  const { uow, blobs } = dependencies;
  const { tenantId, row, progress } = about;
  const head = async () => {
    const [data] = await uow.readReplica(tenantId, selectOrganizationData(tenantId));
    if (!data) throw new Error(`tenant ${tenantId} has no organization`);
    const { organization, members, invitations, api_keys: keys, webhooks } = data;
    return [
      textFile('README.md', organizationReadme(row.created_at)),
      ...schemaFiles('organization'),
      jsonFile('organization.json', organization),
      jsonFile('members.json', { members, invitations }),
      jsonFile('api-keys.json', { api_keys: keys }),
      jsonFile('webhooks.json', { webhooks }),
    ];
  };
  const templates: Section = async (after) => {
    const rows = await uow.readReplica(tenantId, selectTemplatesAfter(tenantId, after ?? '', DOCUMENTS));
    const entries = rows.flatMap(({ id, json, blob_id: blob, size_bytes: size }) => [
      jsonFile(`templates/${id}/template.json`, json),
      {
        path: `templates/${id}/template.pdf`,
        read: async () => ({ size, open: () => blobs.stream(`${tenantId}/${blob}`) }),
      },
    ]);
    return { entries, next: nextOf(rows, DOCUMENTS) };
  };
  const packages: Section = async (after) => {
    const rows = await uow.readReplica(tenantId, selectPackagesAfter(tenantId, after ?? '', ROWS));
    return { entries: rows.map(({ id, json }) => jsonFile(`packages/${id}.json`, json)), next: nextOf(rows, ROWS) };
  };
  const incidents: Section = async (after) => {
    const rows = await uow.readReplica(tenantId, selectIncidentsAfter(tenantId, after ?? '', ROWS));
    return { entries: rows.map(({ id, json }) => jsonFile(`incidents/${id}.json`, json)), next: nextOf(rows, ROWS) };
  };
  const documents: Section = async (after): Promise<Batch> => {
    const rows = await uow.readReplica(tenantId, selectAllDocuments(tenantId, after ?? '', DOCUMENTS));
    const entries = rows.flatMap((one) => documentEntries(dependencies, tenantId, one, { isWhole: true }));
    const there = rows.filter(({ json }) => json !== null).length;
    return { entries, next: nextOf(rows, DOCUMENTS), documents: there };
  };
  const chain: Section = async (after) => {
    const from = Number(after ?? 0);
    const rows = await uow.readReplica(tenantId, selectChainPart(tenantId, tenantId, from, CHAIN));
    const number = String(Math.floor((rows[0]?.n ?? from) / CHAIN) + 1).padStart(5, '0');
    const file = linesFile(
      `audit/organization-${number}.jsonl`,
      rows.map(({ bytes }) => bytes),
    );
    // The first entries may be missing because their retention period has ended.
    const next = (rows.at(-1)?.n ?? from) + 1;
    return { entries: rows.length > 0 ? [file] : [], next: rows.length < CHAIN ? null : String(next) };
  };
  // `countersign audit verify` checks the log as a whole, so the paths have the format that the command expects.
  const log: Section = async (after) => {
    const { files, next } = await exportLog(dependencies, tenantId, after ?? undefined);
    return { entries: files.map(({ path, read }) => ({ path: `audit-log/${path}`, read })), next };
  };
  const end = async () => {
    const erased = await uow.readReplica(tenantId, selectErasedSince(tenantId, row.created_at));
    return [
      jsonFile('export.json', {
        id: row.id,
        scope: row.scope,
        environment: 'live',
        started_at: row.created_at.toISOString(),
        finished_at: uow.now().toISOString(),
        documents: progress.documents,
        erased_during_export: erased.map(({ stream, at }) => ({ id: stream, erased_at: at.toISOString() })),
      }),
    ];
  };
  return [whole(head), templates, packages, incidents, documents, chain, log, whole(end)];
}

const nextOf = (rows: readonly { id: string }[], limit: number): string | null =>
  rows.length < limit ? null : (rows.at(-1)?.id ?? null);
