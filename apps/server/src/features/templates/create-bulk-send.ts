/** A bulk send begins: rows are read and kept, and then sent one by one by a job. */
import {
  type BulkSend,
  type BulkSendForm,
  type BulkSendInput,
  type Id,
  TEMPLATE_LIMITS as LIMITS,
} from '@countersign/contract';
import { reachCommit } from '../../platform/crash-points.ts';
import { newId } from '../../platform/crypto/ids.ts';
import { delimiterOf, parseCsv } from '../../platform/csv/index.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { evidence, partyOf } from '../documents/index.ts';
import { resolveColumns } from './bulk-columns.ts';
import { bulkSendJob } from './bulk-job.ts';
import { type BulkRow, countRunning, insertBulkRows, insertBulkSend, lockBulk, selectBulkSend } from './bulk-store.ts';
import { bulkSendView } from './bulk-view.ts';
import { holdTemplate } from './store.ts';
import { loadTemplate, templateNotFound } from './view.ts';

type Context = RequestContext<MemberPrincipal>;
type Upload = { content: AsyncIterable<Uint8Array>; fields: () => Promise<BulkSendForm> };
type Table = { names: string[]; rows: string[][] };
type Options = Omit<BulkSendInput, 'rows'>;

/** Rows written in one statement. */
const BATCH = 500;

export async function createBulkSendFromFile(
  uow: UnitOfWork,
  context: Context,
  id: Id<'template'>,
  { content, fields }: Upload,
): Promise<BulkSend> {
  const text = await readText(content);
  const options = await fields();
  return createBulkSend(uow, context, id, readTable(text), options);
}

export function createBulkSendFromRows(
  uow: UnitOfWork,
  context: Context,
  id: Id<'template'>,
  { rows, ...options }: BulkSendInput,
): Promise<BulkSend> {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (names.length > LIMITS.bulkColumns) throw invalid('rows', `must have at most ${LIMITS.bulkColumns} columns`);
  const table = { names, rows: rows.map((row) => names.map((name) => String(row[name] ?? ''))) };
  return createBulkSend(uow, context, id, table, options);
}

async function readText(content: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of content) {
    size += part.length;
    if (size > LIMITS.bulkFileBytes)
      throw invalid(
        'file',
        `is larger than ${LIMITS.bulkFileBytes / 2 ** 20} MB; send the rows in several files`,
        'too_large',
      );
    parts.push(part);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw invalid('file', 'is not encoded as UTF-8. Save it as "CSV UTF-8".', 'wrong_encoding');
  }
}

function readTable(text: string): Table {
  const { rows, fault } = parseCsv(text, { delimiter: delimiterOf(text), maxRows: LIMITS.bulkRows });
  if (fault) throw invalid('file', `cannot be read in line ${fault.row}: ${fault.message}`, 'invalid_csv');
  const [header, ...body] = rows;
  if (!header || body.length === 0) throw invalid('file', 'must hold a line with the names of the columns, and rows');
  const names = header.values.map((name) => name.trim());
  if (body.length > LIMITS.bulkRows) throw invalid('rows', `must be at most ${LIMITS.bulkRows}`);
  if (names.length > LIMITS.bulkColumns) throw invalid('file', `must have at most ${LIMITS.bulkColumns} columns`);
  if (new Set(names).size < names.length) throw invalid('file', 'has two columns of one name');
  const long = body.find(({ values }) => values.length > names.length);
  if (long) throw invalid('file', `has more values in line ${long.row} than there are columns`, 'invalid_csv');
  return { names, rows: body.map(({ values }) => names.map((_, index) => values[index] ?? '')) };
}

function checkTable({ rows }: Table): void {
  if (rows.length > LIMITS.bulkRows) throw invalid('rows', `must be at most ${LIMITS.bulkRows}`);
  for (const [index, row] of rows.entries())
    if (row.some((value) => value.length > LIMITS.bulkValueLength || !value.isWellFormed() || value.includes('\0')))
      throw invalid(
        `rows[${index}]`,
        `has a value of more than ${LIMITS.bulkValueLength} characters, or that is no text`,
      );
}

async function createBulkSend(
  uow: UnitOfWork,
  context: Context,
  templateId: Id<'template'>,
  table: Table,
  { mapping, title, ...settings }: Options,
): Promise<BulkSend> {
  const { principal } = context;
  const { tenantId, userId } = principal;
  const template = await loadTemplate(uow, principal, templateId);
  checkTable(table);
  const columns = resolveColumns(template.content, table.names, mapping);
  return uow.run(tenantId, async (tx) => {
    const id = newId('bulkSend', tx.now);
    const [, counts, held] = await tx.queryAll([
      lockBulk(`bulk ${tenantId}`),
      countRunning(tenantId),
      holdTemplate(tenantId, templateId),
    ]);
    if (held?.length === 0) throw templateNotFound(templateId);
    const running = (counts?.[0] as { count: number } | undefined)?.count ?? 0;
    if (running >= LIMITS.bulkRunning) throw new AppError('TOO_MANY_BULK_SENDS', { limit: LIMITS.bulkRunning });
    const party = partyOf(principal);
    tx.write(
      insertBulkSend(
        tenantId,
        id,
        templateId,
        template.version,
        template.name,
        userId,
        JSON.stringify(party),
        title ?? null,
        JSON.stringify(settings),
        JSON.stringify(columns),
        table.rows.length,
        tx.now,
      ),
    );
    for (let at = 0; at < table.rows.length; at += BATCH)
      tx.write(insertBulkRows(tenantId, id, JSON.stringify(table.rows.slice(at, at + BATCH)), at));
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'bulk-send.started',
      actor: party,
      target: { kind: 'bulk-send', id },
      data: { rows: table.rows.length, template: templateId, template_version: template.version },
      personal: { personId: userId, fields: evidence(context) },
    });
    uow.recorder.enqueue(tx, tenantId, bulkSendJob.request({}, { uniqueKey: 'bulk' }));
    const [row] = await tx.query(selectBulkSend(tenantId, id, null));
    reachCommit(tx, 'bulk-send');
    return bulkSendView(row as BulkRow);
  });
}
