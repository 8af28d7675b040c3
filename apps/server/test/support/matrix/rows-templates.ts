/** Rows of the access matrix for templates and bulk sends. */
import type { Environment, OperationId } from '@countersign/contract';
import { expect } from 'vitest';
import { LEASE, NOTICE, rowsFor } from '../templates.ts';
import { pdfUpload } from '../multipart.ts';
import { makePdf } from '../pdf.ts';
import { member, type Row, type Scene, SMALL } from './row.ts';
import { prefixOf, type Someone, type Target, type World } from './world.ts';

const PDF = pdfUpload(makePdf({ pages: 1 }), { name: 'A template' });

const FILE = pdfUpload(makePdf({ pages: 1 }));

async function make(world: World, by: Someone, environment: Environment, content: object = NOTICE): Promise<Target> {
  const { ids } = await world.draft(by, environment);
  const body = { ...content, documentId: ids['doc'] };
  const answer = await by.session.post<'createTemplate'>(`${prefixOf(environment)}/api/templates/create`, body);
  expect(answer.status, answer.text).toBe(201);
  return { ids: { tpl: answer.body.template.id } };
}

const rows = ({ world }: Scene) => ({ rows: rowsFor(world.app, 1) });
const template = {
  owned: 'person',
  make: (world: World, by: Someone, environment: Environment) => make(world, by, environment),
} satisfies Partial<Row>;

/** Ends earlier bulk sends, because an organization may have only ten at once. */
async function endAll(world: World): Promise<void> {
  await world.app.sql(`update bulk_sends set status = 'completed' where status = 'running'`);
}

/** Creates a finished bulk send in which one row failed. */
async function bulk(
  world: World,
  by: Someone,
  environment: Environment,
  status: 'running' | 'completed',
): Promise<Target> {
  await endAll(world);
  const { ids } = await make(world, by, environment);
  const body = { rows: rowsFor(world.app, 1) };
  const path = `${prefixOf(environment)}/api/templates/${ids['tpl']}/bulk-send`;
  const answer = await by.session.post<'createBulkSend'>(path, body);
  expect(answer.status, answer.text).toBe(202);
  const { id } = answer.body.bulkSend;
  await world.app.sql(
    `with rows as (update bulk_send_rows set status = 'failed', document_id = null where bulk_send_id = $1)
     update bulk_sends set status = $2 where id = $1`,
    [id, status],
  );
  return { ids: { bks: id } };
}
const finished = {
  owned: 'person',
  make: (world: World, by: Someone, environment: Environment) => bulk(world, by, environment, 'completed'),
} satisfies Partial<Row>;

const access = member('templates');

export const TEMPLATE_ROWS: Partial<Record<OperationId, Row>> = {
  createDocument: {
    access: member('documents:write'),
    file: () => pdfUpload(makePdf({ pages: 1 }), { signers: '[{"name":"Ada","email":"ada@contoso.example"}]' }),
    spends: 'thing',
  },
  createTemplate: { access, file: () => PDF, spends: 'thing' },
  listTemplates: { access, places: ['usr'] },
  getTemplate: { access, ...template },
  getTemplatePage: { access, ...template, params: () => ({ n: '1' }), query: () => SMALL },
  getTemplateFile: { access, ...template },
  updateTemplate: { access, ...template, body: () => ({ name: 'Another' }), spends: 'thing' },
  replaceTemplateFile: { access, ...template, file: () => FILE, spends: 'thing' },
  listTemplateVersions: { access, ...template },
  shareTemplate: { access, ...template, body: () => ({ shared: false }), spends: 'thing' },
  deleteTemplate: { access, ...template, spends: 'thing' },
  restoreTemplate: { access, ...template, spends: 'thing' },
  useTemplate: {
    access,
    owned: 'person',
    make: (world, by, environment) => make(world, by, environment, LEASE),
    body: ({ world: { app } }) => ({
      signers: [
        { role: 'Tenant', ...app.person() },
        { role: 'Landlord', ...app.person() },
      ],
    }),
    spends: 'thing',
  },
  checkBulkSend: { access, ...template, body: rows },
  createBulkSend: {
    access,
    ...template,
    make: async (world, by, environment) => {
      await endAll(world);
      return make(world, by, environment);
    },
    body: rows,
    spends: 'thing',
  },
  listBulkSends: { access, places: ['tpl', 'usr'] },
  getBulkSend: { access, ...finished },
  listBulkSendRows: { access, ...finished },
  getBulkSendFailures: { access, ...finished },
  cancelBulkSend: {
    access,
    owned: 'person',
    make: (world, by, environment) => bulk(world, by, environment, 'running'),
    spends: 'thing',
  },
  retryBulkSend: { access, ...finished, spends: 'thing' },
};
