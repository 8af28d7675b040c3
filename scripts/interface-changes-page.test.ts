import { expect, test } from 'vitest';
import { type Description, sectionOf } from './interface-changes-page.ts';

const before: Description = {
  paths: {
    '/api/documents': {
      get: { operationId: 'listDocuments', summary: 'List documents', parameters: [{ name: 'page', in: 'query' }] },
    },
  },
  components: { schemas: { Document: { properties: { id: {} } } } },
};
const after: Description = {
  paths: {
    '/api/documents': {
      get: {
        operationId: 'listDocuments',
        summary: 'List documents',
        responses: { 200: { schema: { properties: { total: { deprecated: true } } } } },
        parameters: [
          { name: 'page', in: 'query', schema: { deprecated: true } },
          { name: 'cursor', in: 'query' },
        ],
      },
      post: {
        operationId: 'createDocument',
        summary: 'Create a document',
        requestBody: { content: { 'application/json': { schema: { properties: { title: {} } } } } },
      },
    },
  },
  webhooks: { 'document.schedule_failed': {} },
  components: { schemas: { Document: { properties: { id: {}, title: {} } }, Page: { properties: { width: {} } } } },
};

test('lists additions and deprecations in a release, without the properties of new operations', () => {
  expect(sectionOf('1.1.0', before, after)).toBe(`## 1.1.0

### New operations

- \`POST /api/documents\`: Create a document

### New parameters and members of requests

- \`GET /api/documents\`: \`cursor\`

### New members of objects

- \`Document.title\`

### New events

- \`document.schedule_failed\`

### Newly deprecated

- \`GET /api/documents\`: \`page\`
- \`GET /api/documents\`: \`total\` in the response
`);
});

test('adds no section to the API changelog for a release without changes', () => {
  expect(sectionOf('1.1.1', after, after)).toBe('');
});
