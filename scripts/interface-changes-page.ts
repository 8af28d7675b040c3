/**
 * Writes docs/api/interface-changes.md, which lists the additions to the interface in each release. It is based on the
 * descriptions in docs/api/releases.
 */
import { openApiDocument } from '../apps/server/src/transport/openapi/document.ts';
import { releases } from './released.ts';

type Schema = { $ref?: string; properties?: Record<string, Schema>; enum?: unknown[]; deprecated?: boolean };
type Parameter = { $ref?: string; name?: string; in?: string; deprecated?: boolean; schema?: Schema };
type Described = {
  operationId: string;
  summary: string;
  deprecated?: boolean;
  responses?: Record<string, unknown>;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
};
export type Description = {
  paths: Record<string, Record<string, Described>>;
  webhooks?: Record<string, unknown>;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> };
};

type Facts = {
  /** The method, path and summary of each operation. */
  operations: Map<string, string>;
  /** The names of parameters and request members by operation (`method path`). */
  inputs: Set<string>;
  events: Set<string>;
  deprecated: Set<string>;
  /** Members of responses and other named objects, in the form `Schema.member`. */
  members: Set<string>;
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

function factsOf({ paths, webhooks = {}, components }: Description): Facts {
  const facts: Facts = {
    operations: new Map(),
    inputs: new Set(),
    events: new Set(),
    deprecated: new Set(),
    members: new Set(),
  };
  const resolved = <T extends { $ref?: string }>(value: T, kind: 'schemas' | 'parameters'): T =>
    value.$ref === undefined ? value : ((components[kind]?.[value.$ref.split('/').at(-1) ?? ''] ?? {}) as T);
  for (const [path, item] of Object.entries(paths))
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      const address = `\`${method.toUpperCase()} ${path}\``;
      facts.operations.set(operation.operationId, `${address}: ${operation.summary}`);
      if (operation.deprecated === true) facts.deprecated.add(address);
      const note = (name: string, isDeprecated: boolean | undefined): void => {
        facts.inputs.add(`${address}: \`${name}\``);
        if (isDeprecated === true) facts.deprecated.add(`${address}: \`${name}\``);
      };
      for (const name of deprecatedIn(operation.responses))
        facts.deprecated.add(`${address}: \`${name}\` in the response`);
      for (const given of operation.parameters ?? []) {
        const parameter = resolved(given, 'parameters');
        if (parameter.in === 'query') note(parameter.name ?? '', parameter.deprecated ?? parameter.schema?.deprecated);
      }
      for (const { schema } of Object.values(operation.requestBody?.content ?? {}))
        for (const [name, member] of Object.entries(resolved(schema ?? {}, 'schemas').properties ?? {}))
          note(name, member.deprecated);
    }
  for (const name of Object.keys(webhooks)) facts.events.add(`\`${name}\``);
  for (const [name, { properties = {} }] of Object.entries(components.schemas))
    for (const member of Object.keys(properties)) facts.members.add(`\`${name}.${member}\``);
  return facts;
}

function deprecatedIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => {
    const isMarked = typeof value === 'object' && value !== null && 'deprecated' in value && value.deprecated === true;
    return isMarked ? [name] : deprecatedIn(value);
  });
}

/**
 * Returns the section on a release, or an empty string if the release added nothing. The inputs of a new operation are
 * not listed separately.
 */
export function sectionOf(title: string, before: Description, after: Description): string {
  const [old, now] = [factsOf(before), factsOf(after)];
  const added = (member: 'inputs' | 'events' | 'deprecated' | 'members'): string[] =>
    [...now[member]].filter((one) => !old[member].has(one)).toSorted();
  const operations = [...now.operations].filter(([id]) => !old.operations.has(id)).map(([, text]) => text);
  const known = new Set([...old.operations.values()].map((text) => text.split(': ')[0]));
  const schemas = new Set([...old.members].map((text) => text.split('.')[0]));
  const parts: [string, string[]][] = [
    ['New operations', operations.toSorted()],
    ['New parameters and members of requests', added('inputs').filter((text) => known.has(text.split(': ')[0]))],
    ['New members of objects', added('members').filter((text) => schemas.has(text.split('.')[0]))],
    ['New events', added('events')],
    ['Newly deprecated', added('deprecated')],
  ];
  const texts = parts.flatMap(([name, lines]) =>
    lines.length === 0 ? [] : [`### ${name}\n\n${lines.map((line) => `- ${line}\n`).join('')}`],
  );
  return texts.length === 0 ? '' : `## ${title}\n\n${texts.join('\n')}`;
}

export function interfaceChangesPage(): string {
  const known = releases().toSorted((one, other) => one.version.localeCompare(other.version, 'en', { numeric: true }));
  const steps = known.map(({ version, openapi }) => ({ title: version, openapi: openapi as unknown as Description }));
  const current = { title: 'Not released yet', openapi: openApiDocument() as unknown as Description };
  const sections = [...steps, current].flatMap((step, at, all) => {
    const before = all[at - 1];
    const text = before === undefined ? '' : sectionOf(step.title, before.openapi, step.openapi);
    return text === '' ? [] : [text];
  });
  return `# Interface changes

This page lists the API additions in each release. \`npm run docs\` generates it from the descriptions in [releases](releases). The [changelog](changelog.md) explains the changes, and [versions](versioning.md) explains what can change.

${sections.toReversed().join('\n')}
## ${known[0]?.version ?? ''}

The first release: [openapi.json](releases/${known[0]?.version ?? ''}/openapi.json).
`;
}
