import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { startTestApp } from '../support/app.ts';
import { administrative } from '../support/guards.ts';

const app = await startTestApp();
const path = '/api/legal/processing-register';
await app.owner.post('/api/legal/processing-activities', {
  name: '=Bewerbungen, 応募',
  purpose: 'Hiring people',
  legalBasis: 'Article 6 (1) (b) GDPR',
  people: 'Applicants',
  data: 'Names',
  retention: 'Six months',
});
await app.owner.post('/api/legal/sub-processors', {
  subProcessors: [{ name: 'Fabrikam Hosting', service: 'Servers', data: 'All data', location: 'Germany' }],
  version: 0,
});

test('returns the processing register as a PDF with the sub-processors, and records the export in the audit log', async () => {
  const answer = await app.owner.get(path);
  expect(answer.headers.get('content-disposition')).toMatch(/processing-register-\d{4}-\d\d-\d\d\.pdf/);
  const text = execFileSync(outsideTool('pdftotext'), ['-layout', '-', '-'], { input: answer.bytes, encoding: 'utf8' });
  for (const said of [
    'Northwind Trading',
    'Accounts and sign-in',
    'Bewerbungen',
    '応募',
    'Six months',
    'Fabrikam Hosting',
  ])
    expect(text).toContain(said);
  expect((await app.owner.get('/api/audit?action=processing-register.downloaded')).text).toContain('pdf');
});

test('returns the processing register as JSON, and as CSV with spreadsheet formulas neutralized', async () => {
  const csv = await app.owner.get(`${path}?format=csv`);
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(csv.text).toContain(`"'=Bewerbungen, 応募"`);
  const json = await app.owner.get(`${path}?format=json`);
  expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(JSON.parse(json.text)).toMatchObject({
    organization: 'Northwind Trading',
    sub_processors: [{ name: 'Fabrikam Hosting' }],
  });
  expect((await (await app.otherTenant()).owner.get(`${path}?format=json`)).text).not.toContain('Bewerbungen');
});

administrative(app, { method: 'GET', path: `${path}?format=json` });
