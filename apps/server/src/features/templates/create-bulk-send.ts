/** Starts a bulk send: the rows are parsed and stored, and a job then sends them one by one. */
import {
  type BulkCheck,
  type BulkCheckForm,
  type BulkCheckInput,
  type BulkSend,
  type BulkSendForm,
  type BulkSendInput,
  type FieldFault,
  type Id,
  TEMPLATE_LIMITS as LIMITS,
  withoutUnseen,
} from '@countersign/contract';
import { certainRow } from '../../platform/db/statement.ts';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import { newId } from '../../platform/crypto/ids.ts';
import { type CsvEncoding, type CsvText, decodeCsv, parseCsv } from '../../platform/csv/index.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { claimBulkSendExternalId } from './external-ids.ts';
import type { SendDependencies } from '../documents/index.ts';
import { namesOfVariables } from '../document-core/index.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { type Column, resolveColumns } from './bulk-columns.ts';
import { continuations } from './reactions.ts';
import { countRunning, insertBulkRows, insertBulkSend, lockBulk, markFailed, selectBulkSend } from './bulk-store.ts';
import { checkPattern } from './bulk-title.ts';
import { bulkSendView } from './bulk-view.ts';
import { checkRows, refuseWrong } from './check-rows.ts';
import { holdTemplate, type TemplateRow } from './store.ts';
import { loadTemplate, templateNotFound } from './view.ts';

type Context = RequestContext<MemberPrincipal>;
type Upload<Form> = { content: AsyncIterable<Uint8Array>; fields: () => Promise<Form> };
type Table = { names: string[]; rows: string[][]; faults?: readonly RowFault[] };
type RowFault = { index: number; message: string };
/** Contains the detected encoding of the file, so that a sender can see why characters are wrong. */
type Read<Answer> = Answer & { encoding: CsvEncoding };
type Options = Omit<BulkSendInput, 'rows'>;
type CheckOptions = Omit<BulkCheckInput, 'rows'>;
type Dependencies = Pick<SendDependencies, 'uow' | 'fonts'>;

const BATCH = 500;

export async function createBulkSendFromFile(
  dependencies: Dependencies,
  context: Context,
  id: Id<'template'>,
  { content, fields }: Upload<BulkSendForm>,
): Promise<Read<{ bulkSend: BulkSend }>> {
  const file = decodeCsv(await readBytes(content));
  const options = await fields();
  const bulkSend = await createBulkSend(dependencies, context, id, readTable(file), options);
  return { bulkSend, encoding: file.encoding };
}

export function createBulkSendFromRows(
  dependencies: Dependencies,
  context: Context,
  id: Id<'template'>,
  { rows, ...options }: BulkSendInput,
): Promise<BulkSend> {
  return createBulkSend(dependencies, context, id, tableOf(rows), options);
}

/** A dry run that sends and stores nothing. */
export async function checkBulkSendFromFile(
  dependencies: Dependencies,
  { principal }: Context,
  id: Id<'template'>,
  { content, fields }: Upload<BulkCheckForm>,
): Promise<Read<{ check: BulkCheck }>> {
  const file = decodeCsv(await readBytes(content));
  const options = await fields();
  return { check: await checkBulkSend(dependencies, principal, id, readTable(file), options), encoding: file.encoding };
}

export function checkBulkSendFromRows(
  dependencies: Dependencies,
  { principal }: Context,
  id: Id<'template'>,
  { rows, ...options }: BulkCheckInput,
): Promise<BulkCheck> {
  return checkBulkSend(dependencies, principal, id, tableOf(rows), options);
}

async function checkBulkSend(
  dependencies: Dependencies,
  principal: MemberPrincipal,
  id: Id<'template'>,
  table: Table,
  options: CheckOptions,
): Promise<BulkCheck> {
  const { template, columns } = await parseRows(dependencies.uow, principal, id, table, options);
  return checkRows(dependencies, template, { ...rowsOf(table), columns, title: options.title ?? null });
}

/** Throws a ValidationError for errors that concern all rows: in the columns, or in the pattern of the titles. */
async function parseRows(
  uow: UnitOfWork,
  principal: MemberPrincipal,
  id: Id<'template'>,
  table: Table,
  { mapping, title }: CheckOptions,
): Promise<{ template: TemplateRow; columns: Column[] }> {
  const template = await loadTemplate(uow, principal, id);
  checkTable(table);
  const columns = resolveColumns(
    { ...template.content, variables: namesOfVariables(template.variables) },
    table.names,
    mapping,
  );
  checkPattern(columns, title);
  return { template, columns };
}

function tableOf(rows: BulkSendInput['rows']): Table {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (names.length > LIMITS.bulkColumns) throw invalid('rows', `must have at most ${LIMITS.bulkColumns} columns`);
  const cells = rows.map((row) => names.map((name) => String(row[name] ?? '')));
  return { names: names.map(withoutUnseen), rows: cells };
}

async function readBytes(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of content) {
    size += part.length;
    if (size > LIMITS.bulkFileBytes)
      throw invalid(
        'file',
        `is larger than ${LIMITS.bulkFileBytes / 2 ** 20} MB. Send the rows in several files`,
        'too_large',
      );
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function readTable({ text, delimiter }: CsvText): Table {
  const [header, ...body] = parseCsv(text, { delimiter, maxRows: LIMITS.bulkRows });
  if (header?.fault !== undefined)
    throw invalid('file', `has an unreadable header line: ${header.fault}`, 'invalid_csv');
  if (!header || body.length === 0) throw invalid('file', 'must contain a header line and at least one row');
  const names = header.values.map((name) => withoutUnseen(name).trim());
  if (body.length > LIMITS.bulkRows) throw invalid('rows', `must contain at most ${LIMITS.bulkRows} rows`);
  if (names.length > LIMITS.bulkColumns) throw invalid('file', `must have at most ${LIMITS.bulkColumns} columns`);
  if (new Set(names).size < names.length) throw invalid('file', 'has two columns with the same name');
  const faults = body.flatMap(({ fault, values }, index) => {
    const message = fault ?? (values.length > names.length ? 'it has more values than columns' : undefined);
    return message === undefined ? [] : [{ index, message }];
  });
  return { names, rows: body.map(({ values }) => names.map((_, index) => values[index] ?? '')), faults };
}

const rowsOf = ({ rows, names, faults = [] }: Table) => ({ rows, faults: new Map(faults.map(asFieldFault(names))) });

/** Assigns the fault to the first column, because an invalid row has a single value with its whole text. */
const asFieldFault =
  (names: readonly string[]) =>
  ({ index, message }: RowFault): [number, FieldFault] => [
    index,
    { field: names[0] ?? 'row', message: `cannot be read: ${message}`, code: 'invalid_csv' },
  ];

function checkTable({ rows }: Table): void {
  if (rows.length > LIMITS.bulkRows) throw invalid('rows', `must contain at most ${LIMITS.bulkRows} rows`);
  for (const [index, row] of rows.entries())
    if (row.some((value) => value.length > LIMITS.bulkValueLength || !value.isWellFormed() || value.includes('\0')))
      throw invalid(
        `rows[${index}]`,
        `has a value of more than ${LIMITS.bulkValueLength} characters, or a value that is not text`,
      );
}

async function createBulkSend(
  dependencies: Dependencies,
  context: Context,
  templateId: Id<'template'>,
  table: Table,
  { mapping, title, allOrNothing, externalId, ...settings }: Options,
): Promise<BulkSend> {
  const { uow } = dependencies;
  const { principal } = context;
  const { tenantId, userId } = principal;
  const { template, columns } = await parseRows(uow, principal, templateId, table, { mapping, title });
  if (allOrNothing)
    refuseWrong(await checkRows(dependencies, template, { ...rowsOf(table), columns, title: title ?? null }));
  return uow.run(tenantId, async (tx) => {
    const id = newId('bulkSend', tx.now);
    const [, [running], held] = await tx.queryAll([
      lockBulk(`bulk ${tenantId}`),
      countRunning(tenantId),
      holdTemplate(tenantId, templateId),
    ]);
    if (held.length === 0) throw templateNotFound(templateId);
    if ((running?.count ?? 0) >= LIMITS.bulkRunning)
      throw new AppError('TOO_MANY_BULK_SENDS', { limit: LIMITS.bulkRunning });
    const party = auditActor(principal);
    tx.write(
      insertBulkSend({
        tenantId,
        id,
        templateId,
        version: template.version,
        templateName: template.name,
        ownerId: userId,
        party: JSON.stringify(party),
        title: title ?? null,
        settings: JSON.stringify(settings),
        columns: JSON.stringify(columns),
        total: table.rows.length,
        createdAt: tx.now,
      }),
    );
    await claimBulkSendExternalId(tx, { tenantId, id }, externalId);
    for (let at = 0; at < table.rows.length; at += BATCH)
      tx.write(insertBulkRows(tenantId, id, JSON.stringify(table.rows.slice(at, at + BATCH)), at));
    for (const [index, fault] of rowsOf(table).faults)
      tx.write(markFailed(tenantId, id, index + 1, JSON.stringify(fault)));
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'bulk-send.started',
      actor: party,
      target: { kind: 'bulk-send', id },
      data: { rows: table.rows.length, template: templateId, template_version: template.version },
      personal: { personId: userId, fields: requestOrigin(context) },
    });
    uow.recorder.start(tx, tenantId, continuations.bulkStarted, {});
    const rows = await tx.query(selectBulkSend(tenantId, id, null));
    failpointsOfCommit(tx, 'bulk-send');
    return bulkSendView(certainRow(rows));
  });
}
