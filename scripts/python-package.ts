/**
 * Writes the generated modules of packages/python, which are not committed: the types of answers and inputs, and a class
 * for each group of operations. `npm ci` and `npm run docs` run it. The same contract always gives the same text.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Operation, operations, takesIdempotencyKey } from '@countersign/contract';
import { methods } from '../packages/sdk/build/methods.ts';
import { argumentName, PythonTypes, type Schema, snakeCase } from './python-types.ts';

type Parameter = { $ref?: string; name: string; in: string; required?: boolean; description?: string; schema: Schema };
type Described = {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
};
type Description = {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
};
type Argument = { own: string; sent: string; hint: string; isRequired: boolean };

const NOTE = '# Made by scripts/python-package.ts from docs/api/openapi.json.\n';
/** Arguments of every method. */
const OPTIONS = ['idempotency_key', 'timeout', 'max_retries', 'save_to', 'self'];
const DOCSTRING_WIDTH = 110;

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'packages/python/countersign');
const read = (name: string): unknown => JSON.parse(readFileSync(path.join(root, name), 'utf8'));

const description = read('docs/api/openapi.json') as Description;
const { schemas, parameters } = description.components;
const types = new PythonTypes(schemas);

writeFileSync(path.join(folder, '_resources.py'), resources());
writeFileSync(
  path.join(folder, 'types.py'),
  `${NOTE}"""Types of answers and inputs. They exist for type checkers: at run time, all are dictionaries."""\nfrom __future__ import annotations\n\nfrom typing import Any, Dict, List, Literal, TypedDict, Union\n\n\n${types.text()}`,
);
const { version } = read('package.json') as { version: string };
writeFileSync(path.join(folder, '_version.py'), `${NOTE}VERSION = "${version}"\n`);

function resources(): string {
  const byId = new Map(
    Object.values(description.paths).flatMap((item) => Object.values(item).map((it) => [it.operationId, it])),
  );
  const groups = Object.entries(methods).map(([group, names]) => {
    const body = Object.entries(names).map(([name, id]) => method(name, operations[id], byId.get(id) as Described));
    return `class ${className(group)}(Resource):\n    """Calls of \`\`countersign.${snakeCase(group)}\`\`."""\n\n${body.join('\n')}`;
  });
  const others = Object.keys(methods).filter((group) => group !== 'documents');
  const made = others.map((group) => `        self.${snakeCase(group)} = ${className(group)}(transport)\n`).join('');
  return `${NOTE}from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Union

from . import types
from ._files import FileInput, FileTarget
from ._paging import PagedList
from ._resource import NOT_GIVEN, Resource
from ._transport import Transport


${groups.join('\n\n')}

class ResourceGroups:
    """All groups except documents, which have further methods."""

    def __init__(self, transport: Transport) -> None:
${made}`;
}

function className(group: string): string {
  return group === 'documents' ? 'DocumentCalls' : capitalized(group);
}

function method(name: string, operation: Operation, it: Described): string {
  const id = capitalized(operation.id);
  const params = [...operation.path.matchAll(/:(\w+)/g)].map(([, param = '']) => param);
  const content = it.requestBody?.content ?? {};
  const form = content['multipart/form-data'];
  const body = [form, content['application/json']].flatMap((one) => (one ? [one.schema] : []));
  const inputs = body.length > 0 ? membersOf(body, id) : queryOf(it, id);
  const keywords = [
    ...inputs.filter(({ isRequired }) => isRequired),
    ...inputs.filter(({ isRequired }) => !isRequired),
  ];
  const own = [...params.map(argumentName), ...keywords.map((one) => one.own)];
  const clash = own.find((one, at) => own.indexOf(one) !== at || OPTIONS.includes(one));
  if (clash !== undefined) throw new Error(`Two arguments of ${operation.id} are named ${clash}.`);

  const isFile = operation.success.body.kind === 'bytes';
  const member = listMember(it);
  const isKeyed = operation.method !== 'GET' && takesIdempotencyKey(operation);
  const signature = [
    'self',
    ...params.map((param) => `${argumentName(param)}: str`),
    '*',
    ...keywords.map(({ own, hint, isRequired }) => `${own}: ${hint}${isRequired ? '' : ' = NOT_GIVEN'}`),
    ...(isFile ? ['save_to: Optional[FileTarget] = None'] : []),
    ...(isKeyed ? ['idempotency_key: Optional[str] = None'] : []),
    'timeout: Optional[float] = None',
    'max_retries: Optional[int] = None',
  ];
  const answer = answerOf(it);
  const hint = isFile ? 'bytes' : answer === undefined ? 'None' : qualified(answer, `${id}Answer`);
  const returned = member ? `PagedList[${itemOf(answer, member, id)}, ${hint}]` : hint;
  const given = [
    `"${operation.method}"`,
    `"${operation.path}"`,
    `{${params.map((param) => `"${param}": ${argumentName(param)}`).join(', ')}}`,
  ];
  if (member) given.push(`"${member}"`);
  if (inputs.length > 0) {
    const dictionary = `{${keywords.map(({ own, sent }) => `"${sent}": ${own}`).join(', ')}}`;
    given.push(`${body.length === 0 ? 'query' : form ? 'form' : 'body'}=${dictionary}`);
  }
  if (operation.environment === 'live') given.push('live=True');
  if (operation.method !== 'GET') given.push(isKeyed ? 'idempotency_key=idempotency_key' : 'keyless=True');
  if (isFile) given.push('save_to=save_to');
  given.push('timeout=timeout', 'max_retries=max_retries');
  const call = member ? '_list' : isFile ? '_file' : '_call';
  return `    def ${argumentName(name)}(\n${signature.map((line) => `        ${line},\n`).join('')}    ) -> ${returned}:
        """${docstring(it)}"""
        return self.${call}(\n${given.map((line) => `            ${line},\n`).join('')}        )\n`;
}

function docstring({ summary, description: text = '' }: Described): string {
  const paragraphs = [summary.replace(/\.?$/, '.'), ...text.split(/\n+/)].filter(Boolean);
  const lines = paragraphs.map((paragraph) => wrap(paragraph.replaceAll('\\', '\\\\').replaceAll('"""', "'''")));
  if (lines.length === 1) return lines[0] ?? '';
  return `${lines.join('\n\n        ')}\n        `;
}

function wrap(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last.length + word.length < DOCSTRING_WIDTH) lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n        ');
}

/** The members of a body. With several schemas, of which one applies, only those are required that all require. */
function membersOf(body: readonly Schema[], id: string): Argument[] {
  const shapes = body.flatMap(alternatives);
  const names = new Set(shapes.flatMap((shape) => Object.keys(shape.properties ?? {})));
  return [...names].map((sent) => {
    const having = shapes.filter((shape) => shape.properties?.[sent]);
    const isRequired = having.length === shapes.length && having.every((shape) => shape.required?.includes(sent));
    if (sent === 'file') return { own: 'file', sent, hint: 'FileInput', isRequired };
    const hints = having.map((shape) => qualified(shape.properties?.[sent], `${id}${capitalized(sent)}`));
    const distinct = [...new Set(hints)];
    const hint = distinct.length === 1 ? (distinct[0] ?? '') : `Union[${distinct.join(', ')}]`;
    return { own: argumentName(sent), sent, hint, isRequired };
  });
}

function alternatives(schema: Schema): Schema[] {
  const found = resolve(schema) ?? {};
  return (found.oneOf ?? found.anyOf)?.flatMap(alternatives) ?? [found];
}

function queryOf(it: Described, id: string): Argument[] {
  return (it.parameters ?? [])
    .map((one) => (one.$ref ? parameters[one.$ref.split('/').at(-1) ?? ''] : one))
    .filter((one) => one?.in === 'query')
    .map((one) => {
      const { name, required = false, schema } = one as Parameter;
      const hint = qualified(schema, `${id}${capitalized(name)}`);
      return { own: argumentName(name), sent: name, hint, isRequired: required };
    });
}

function capitalized(name: string): string {
  return `${name[0]?.toUpperCase()}${name.slice(1)}`;
}

/** A hint for another module than that of the types. */
function qualified(schema: Schema | undefined, name: string): string {
  const builtIn = new Set(['Any', 'Dict', 'List', 'Literal', 'Union', 'None', 'True', 'False']);
  return types
    .hint(schema, name)
    .replaceAll(/"(?:[^"\\]|\\.)*"|\b[A-Z]\w*/g, (word) =>
      word.startsWith('"') || builtIn.has(word) ? word : `types.${word}`,
    );
}

function answerOf(it: Described): Schema | undefined {
  return Object.entries(it.responses).find(([status]) => status < '300')?.[1].content?.['application/json']?.schema;
}

/** The member with the items of a list that is read page by page. */
function listMember(it: Described): string | undefined {
  const properties = resolve(answerOf(it))?.properties;
  if (!properties || !resolve(properties['pagination'])?.properties?.['nextCursor']) return undefined;
  return Object.entries(properties).find(([, schema]) => schema.type === 'array')?.[0];
}

function itemOf(answer: Schema | undefined, member: string, id: string): string {
  return qualified(resolve(answer)?.properties?.[member]?.items, `${id}Answer${capitalized(member)}Item`);
}

function resolve(schema: Schema | undefined): Schema | undefined {
  return schema?.$ref ? schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
}
