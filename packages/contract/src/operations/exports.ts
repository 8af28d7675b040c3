/** Data portability (GDPR articles 15 and 20). */
import { z } from 'zod';
import { dataExport, exportScope, exportStatus } from '../exports.ts';
import { idSchema } from '../ids.ts';
import { pageOfAll, pagination } from '../lists.ts';
import { defineOperation, json } from '../operation.ts';
import { idParam } from '../path-params.ts';

const common = {
  tag: 'Data export',
  credentials: ['session'],
  environment: 'live',
  rate: 'credential',
} as const;
const path = '/api/legal/exports';
const params = z.object({ exportId: idParam('export', 'EXPORT_NOT_FOUND') });

export const exportData = defineOperation({
  ...common,
  stepUp: 'session',
  id: 'exportData',
  method: 'POST',
  path: '/api/legal/export-data',
  summary: 'Create a data export',
  description: 'Starts an export of your own data or, for owners, of all data of the organization, as a ZIP archive.',
  body: json(z.strictObject({ scope: exportScope.default('own') })),
  success: {
    status: 202,
    body: json(
      z.object({ success: z.literal(true), exportId: idSchema('export'), status: exportStatus, export: dataExport }),
    ),
  },
  errors: [],
});

export const listExports = defineOperation({
  ...common,
  id: 'listExports',
  method: 'GET',
  path,
  summary: 'List your exports',
  description: 'Returns the exports that you requested in this organization, newest first.',
  query: z.strictObject(pageOfAll),
  success: { status: 200, body: json(z.object({ exports: z.array(dataExport), pagination })) },
  errors: [],
});

export const getExport = defineOperation({
  ...common,
  id: 'getExport',
  method: 'GET',
  path: `${path}/:exportId`,
  summary: 'Retrieve an export',
  description: 'Returns the progress of one of your exports.',
  params,
  success: { status: 200, body: json(z.object({ export: dataExport })) },
  errors: ['EXPORT_NOT_FOUND'],
});

export const cancelExport = defineOperation({
  ...common,
  id: 'cancelExport',
  method: 'DELETE',
  path: `${path}/:exportId`,
  summary: 'Cancel or delete an export',
  description: 'Stops a running export, or deletes the file of a finished export.',
  params,
  success: { status: 200, body: json(z.object({ success: z.literal(true), export: dataExport })) },
  errors: ['EXPORT_NOT_FOUND', 'EXPORT_STATE'],
});

export const downloadExport = defineOperation({
  ...common,
  stepUp: 'session',
  id: 'downloadExport',
  method: 'GET',
  path: `${path}/:exportId/download`,
  summary: 'Download an export',
  description:
    'Returns the ZIP archive of one of your exports. The archive is available for seven days. Range requests are supported.',
  params,
  success: { status: 200, body: { kind: 'bytes', contentType: 'application/zip' } },
  errors: ['EXPORT_NOT_FOUND', 'EXPORT_STATE', 'FILE_DAMAGED'],
});
