/** Tests the Postman collection, and the texts for language models. */
import { operations } from '@countersign/contract';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { llmsFullText, llmsText, textAddress, withLinks } from './llms.ts';
import { postmanCollection } from './postman.ts';
import { ReferenceModel } from './reference/reference-model.ts';

const text = { type: 'string' };
const list = (items: object) => ({ type: 'array', items });
const strict = (properties: Record<string, object>, required: string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const pair = strict(
  { key: { type: 'string', minLength: 1 }, value: text, description: text, disabled: { type: 'boolean' } },
  ['key', 'value'],
);
const AUTH = {
  oneOf: [
    strict({ type: { const: 'noauth' } }, ['type']),
    strict(
      {
        type: { const: 'bearer' },
        bearer: list(strict({ key: { const: 'token' }, value: text, type: text }, ['key'])),
      },
      ['type', 'bearer'],
    ),
  ],
};
const BODY = {
  oneOf: [
    strict({ mode: { const: 'raw' }, raw: text, options: { type: 'object' } }, ['mode', 'raw']),
    strict(
      {
        mode: { const: 'formdata' },
        formdata: list(
          strict(
            { key: text, type: { enum: ['text', 'file'] }, value: text, src: text, disabled: { type: 'boolean' } },
            ['key', 'type'],
          ),
        ),
      },
      ['mode', 'formdata'],
    ),
  ],
};
const REQUEST = strict(
  {
    method: { enum: ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'] },
    description: text,
    url: strict({ raw: text, host: list(text), path: list(text), query: list(pair), variable: list(pair) }, [
      'raw',
      'host',
      'path',
    ]),
    header: list(pair),
    body: BODY,
    auth: AUTH,
  },
  ['method', 'url'],
);
/** The parts of the Postman format 2.1.0 that the generated collection uses. */
const COLLECTION = strict(
  {
    info: strict(
      {
        name: text,
        description: text,
        schema: { const: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      },
      ['name', 'schema'],
    ),
    auth: AUTH,
    variable: list(pair),
    item: list(
      strict(
        {
          name: text,
          description: text,
          item: list(
            strict(
              {
                id: text,
                name: text,
                request: REQUEST,
                response: list(
                  strict(
                    {
                      name: text,
                      originalRequest: REQUEST,
                      code: { type: 'integer' },
                      status: text,
                      header: list(pair),
                      body: text,
                    },
                    ['name', 'code', 'body'],
                  ),
                ),
              },
              ['id', 'name', 'request'],
            ),
          ),
        },
        ['name', 'item'],
      ),
    ),
  },
  ['info', 'item'],
);

type Collection = {
  variable: { key: string }[];
  item: { item: { id: string; request: { url: { raw: string; path: string[]; variable?: { key: string }[] } } }[] }[];
};
const collection = JSON.parse(JSON.stringify(postmanCollection(new ReferenceModel()))) as Collection;
const items = collection.item.flatMap((group) => group.item);

test('creates a valid Postman collection with every operation of the API', () => {
  const judge = new Ajv().compile(COLLECTION);
  judge(collection);
  expect(judge.errors).toBe(null);
  expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(operations)));
});

test('sets every path parameter and declares every variable in the Postman collection', () => {
  for (const { id, request } of items) {
    const parts = request.url.path.filter((part) => part.startsWith(':')).map((part) => part.slice(1));
    expect(request.url.variable?.map(({ key }) => key) ?? [], id).toEqual(parts);
  }
  const used = [...JSON.stringify(collection).matchAll(/\{\{(baseUrl|apiKey|\w+Token)\}\}/g)];
  const declared = collection.variable.map(({ key }) => key);
  expect(new Set(used.map(([, name]) => name))).toEqual(new Set(declared));
});

test('sends each request of the collection to the sandbox if the sandbox supports its operation', () => {
  const raw = (name: string) => items.find(({ id }) => id === name)?.request.url.raw;
  expect(raw('sendForSigning')).toBe('{{baseUrl}}/sandbox/v1/api/documents/:id/send-for-signing');
  expect(raw('updateOrganization')).toMatch(/^\{\{baseUrl\}\}\/(?!sandbox)/);
});

test('lists pages with their summaries and converts links in their text to absolute links', () => {
  const markdown = withLinks('See [A](README.md), [B](../b.ts).\n\n```text\n[A](README.md)\n```\n', (href) =>
    href === 'README.md' ? 'https://sign.example.com/docs/a.html' : undefined,
  );
  expect(markdown).toBe('See [A](https://sign.example.com/docs/a.html), B.\n\n```text\n[A](README.md)\n```\n');
  const sections = [
    { name: 'Start', pages: [{ address: 'start/api.html', title: 'First', summary: 'How to start.', markdown }] },
  ];
  expect(llmsText(sections)).toContain(
    `## Start\n\n- [First](https://sign.example.com/docs/${textAddress('start/api.html')}): How to start.`,
  );
  expect(llmsFullText(sections)).toContain('Source: https://sign.example.com/docs/start/api.html\n\nSee [A]');
});
