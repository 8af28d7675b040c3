/**
 * Writes `src/generated`, which is not committed: the types of inputs and answers, and a class for each group of
 * operations. `npm ci` and `npm run docs` run it. The same contract always gives the same text.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Operation, operations } from '@countersign/contract';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { methods, publicMethods, STREAMS } from './methods.ts';

const NOTE = '/** Made by packages/sdk/build/generate.ts from docs/api/openapi.json. */\n';

type Schema = {
  $ref?: string;
  properties?: Record<string, Schema>;
  type?: string;
  items?: unknown;
  required?: string[];
};
type Described = {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: { $ref?: string; in?: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
};
type Description = {
  paths: Record<string, Record<string, Described>>;
  webhooks: object;
  components: { schemas: Record<string, Schema>; parameters: Record<string, { in: string; required?: boolean }> };
};

const root = path.resolve(import.meta.dirname, '../../..');
const folder = path.join(root, 'packages/sdk/src/generated');

const description = JSON.parse(readFileSync(path.join(root, 'docs/api/openapi.json'), 'utf8')) as Description;
const offered = new Set<string>([
  ...[methods, publicMethods].flatMap((groups) => Object.values(groups).flatMap((group) => Object.values(group))),
  ...STREAMS,
]);
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, 'api.ts'), await types());
writeFileSync(
  path.join(folder, 'resources.ts'),
  classes(methods, 'ResourceGroups', 'All groups except documents, which have further methods.'),
);
writeFileSync(
  path.join(folder, 'public-resources.ts'),
  classes(publicMethods, 'PublicGroups', 'Groups without an API key.'),
);

/** Only the operations of the SDK, and the schemas that they use. */
async function types(): Promise<string> {
  const paths = Object.fromEntries(
    Object.entries(description.paths).flatMap(([path, item]) => {
      const kept = Object.entries(item).filter(([, { operationId }]) => offered.has(operationId));
      // Examples, and the errors, which have a class of their own, would double the size.
      return kept.length > 0 ? [[path, Object.fromEntries(kept.map(([name, it]) => [name, successes(it)]))]] : [];
    }),
  );
  const { schemas, parameters } = description.components;
  const used = new Set<string>();
  const mark = (value: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      const id = `${kind}/${name}`;
      if (used.has(id)) continue;
      used.add(id);
      mark((kind === 'schemas' ? schemas : parameters)[name] ?? null);
    }
  };
  mark([paths, description.webhooks]);
  const pick = <T>(all: Record<string, T>, kind: string): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([name]) => used.has(`${kind}/${name}`)));
  const part = {
    ...description,
    paths,
    components: { schemas: pick(schemas, 'schemas'), parameters: pick(parameters, 'parameters') },
  };
  return `${NOTE}${astToString(await openapiTypescript(part as never))}`;
}

function successes(it: Described): Described {
  const responses = Object.entries(it.responses).filter(([status]) => status < '300');
  return {
    ...it,
    responses: Object.fromEntries(
      responses.map(([status, { content }]) => [status, { description: '', content }]),
    ) as never,
  };
}

function classes(table: typeof methods, all: string, about: string): string {
  const byId = new Map(
    Object.values(description.paths).flatMap((item) => Object.values(item).map((it) => [it.operationId, it])),
  );
  const groups = Object.entries(table).map(([group, names]) => {
    const calls = Object.entries(names).map(([name, id]) => method(name, operations[id], byId.get(id) as Described));
    return `/** Calls of \`countersign.${group}\`. */\nexport class ${className(group)} extends Resource {\n${calls.join('\n\n')}\n}`;
  });
  const body = groups.join('\n\n');
  const others = Object.keys(table).filter((group) => group !== 'documents');
  const members = others.map((group) => `  readonly ${group}: ${className(group)};`).join('\n');
  const made = others.map((group) => `    this.${group} = new ${className(group)}(api);`).join('\n');
  return `${NOTE}import * as routes from '@countersign/client/operations';
import type { Api, CallOptions, UploadOptions } from '../api.ts';
import type { FileInput } from '../files.ts';
${body.includes('List<') ? "import type { List } from '../list.ts';\n" : ''}import { Resource } from '../resource.ts';
import type { Answer, Body, Fields, Query } from '../types.ts';

${body}

/** ${about} */
export class ${all} {
${members}

  constructor(api: Api) {
${made}
  }
}
`;
}

function className(group: string): string {
  return group === 'documents' ? 'DocumentCalls' : `${group[0]?.toUpperCase()}${group.slice(1)}`;
}

function method(name: string, operation: Operation, it: Described): string {
  const { id } = operation;
  const params = [...operation.path.matchAll(/:(\w+)/g)].map(([, param = '']) => param);
  const inputs = params.map((param) => `${param}: string`);
  const request = params.length > 0 ? [`params: { ${params.join(', ')} }`] : [];
  const { body } = operation;
  const isForm = body?.kind === 'multipart';
  if (body) {
    const form = `Fields<'${id}'> & { file: FileInput }`;
    const hasJson = isForm && it.requestBody?.content['application/json'] !== undefined;
    const type = isForm ? (hasJson ? `(${form}) | Body<'${id}'>` : form) : `Body<'${id}'>`;
    inputs.push(isForm || isRequired(it) ? `input: ${type}` : `input: ${type} = {}`);
    request.push('body: input');
  } else if (operation.query) {
    const isNeeded = it.parameters?.some((one) => {
      const found = one.$ref ? description.components.parameters[one.$ref.split('/').at(-1) ?? ''] : one;
      return found?.in === 'query' && found.required;
    });
    inputs.push(isNeeded ? `query: Query<'${id}'>` : `query: Query<'${id}'> = {}`);
    request.push('query');
  }
  inputs.push(isForm ? 'options?: UploadOptions' : 'options?: CallOptions');
  const given = `routes.${id}, { ${request.join(', ')} }`.replace('{  }', '{}');
  const list = listMember(it);
  const [type, call] = list
    ? [`List<Answer<'${id}'>['${list}'][number], Answer<'${id}'>>`, `this.listOf(${given}, '${list}', options)`]
    : operation.success.body.kind === 'bytes'
      ? ['Promise<Blob>', `this.api.file(${given}, options)`]
      : [
          `Promise<Answer<'${id}'>>`,
          isForm && it.requestBody?.content['application/json']
            ? `'file' in input ? this.api.upload(${given}, options) : this.api.call(${given}, options)`
            : `this.api.${isForm ? 'upload' : 'call'}(${given}, options)`,
        ];
  const text = [it.summary.replace(/\.?$/, '.'), it.description ?? ''].filter(Boolean).join(' ');
  return `  /** ${text.replaceAll('\n', ' ').replaceAll('*/', '* /')} */\n  ${name}(${inputs.join(', ')}): ${type} {\n    return ${call};\n  }`;
}

function isRequired({ requestBody }: Described): boolean {
  const schema = requestBody?.content['application/json']?.schema;
  return schema?.properties === undefined || (schema.required ?? []).length > 0;
}

/** The member with the items of a list that is read page by page. */
function listMember(it: Described): string | undefined {
  const answer = Object.entries(it.responses).find(([status]) => status < '300')?.[1].content?.['application/json']
    ?.schema;
  const properties = resolve(answer)?.properties;
  if (!properties || !resolve(properties['pagination'])?.properties?.['nextCursor']) return undefined;
  return Object.entries(properties).find(([, schema]) => schema.type === 'array')?.[0];
}

function resolve(schema: Schema | undefined): Schema | undefined {
  return schema?.$ref ? description.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
}
