/** The GraphQL pages, which list the fields with their REST operations and have a page for each type. */
import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isSpecifiedScalarType,
  OperationTypeNode,
} from 'graphql';
import { makeSchema } from '../../../server/src/transport/graphql/schema.ts';
import { examplesForReaders } from '../../../server/src/transport/openapi/examples.ts';
import { operationsByField } from './reference-model.ts';
import { html, type Html, inline } from './html.ts';
import { codeView, jsonView, type Page, PLACES } from './layout.ts';
import { tryGraphql } from './try-form.ts';

const EXAMPLE = '{\n  documents(pageSize: 10) {\n    id\n    title\n    status\n    signers { name status }\n  }\n}';
const KINDS = [
  [OperationTypeNode.QUERY, 'Queries'],
  [OperationTypeNode.MUTATION, 'Mutations'],
  [OperationTypeNode.SUBSCRIPTION, 'Subscriptions'],
] as const;

export class GraphqlPages {
  readonly #schema: GraphQLSchema = makeSchema();
  readonly #operations = operationsByField();
  readonly #examples = examplesForReaders().operations;

  overview(): Page {
    const types = this.#types();
    const content = html`<h1>GraphQL</h1>
      <p>
        <code>POST /api/v1/graphql</code> accepts a <code>query</code> with <code>variables</code> as JSON; the sandbox
        is at <code>/sandbox/api/v1/graphql</code>. A field has the same effect as its REST operation, with the same
        scopes, roles, limits, responses and errors. Each top-level field counts as one request. The
        <a href="/api/v1/graphql">playground</a> has autocompletion.
      </p>
      <h2 id="errors">Errors</h2>
      <p>
        <code>extensions</code> of an error has REST's <code>code</code>, <code>status</code>, <code>details</code>,
        <code>requestId</code> and <code>documentationUrl</code>. The HTTP status is 200 if a field was executed and 400
        if none was. It is 429 or 403 if the rate limit or the firewall refused all fields, and 405 for a mutation sent
        as <code>GET</code>.
      </p>
      <h2 id="try">Try it in the sandbox</h2>
      ${tryGraphql(EXAMPLE)}
      ${KINDS.map(([kind, title]) => {
        const fields = Object.values(this.#schema.getRootType(kind)?.getFields() ?? {});
        return html`<h2 id="${title.toLowerCase()}">${title}</h2>
          ${fields.map((field) => this.#rootField(kind, field))}`;
      })}
      <h2 id="types">Types</h2>
      <ul class="types">
        ${types.map(
          ({ name }) =>
            html`<li>
              <a href="${PLACES.type(name)}"><code>${name}</code></a>
            </li>`,
        )}
      </ul>`;
    return { title: 'GraphQL', summary: 'The queries, mutations and types of the GraphQL API.', content };
  }

  /** Returns the page of a type, or undefined for an unknown type. */
  type(name: string): Page | undefined {
    const type = this.#types().find((one) => one.name === name);
    if (!type) return undefined;
    const members = isObjectType(type) || isInputObjectType(type) ? Object.values(type.getFields()) : [];
    const content = html`<h1><code>${name}</code></h1>
      <p>
        <a href="/docs/reference/graphql#types">A type of GraphQL</a>${isInputObjectType(type) && ', for arguments'}.
      </p>
      ${typeof type.description === 'string' && html`<p>${inline(type.description)}</p>`}
      ${
        members.length > 0 &&
        html`<h2>Fields</h2>
          <dl class="members">${members.map((one) => memberView(one))}</dl>`
      }`;
    return { title: name, summary: `The GraphQL type ${name}.`, content };
  }

  names(): { fields: string[]; types: string[] } {
    return { fields: [...this.#operations.keys()], types: this.#types().map(({ name }) => name) };
  }

  #types(): GraphQLNamedType[] {
    return Object.values(this.#schema.getTypeMap())
      .filter((type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type))
      .filter(({ name }) => !['Query', 'Mutation', 'Subscription'].includes(name))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  #rootField(kind: string, field: GraphQLField<unknown, unknown>): Html {
    const operation = this.#operations.get(field.name);
    const args = field.args.map((one) => memberView(one));
    const variables = variablesOf(field, operation && this.#examples[operation]?.sent);
    return html`<section id="${field.name}" class="field">
      <h3><code>${field.name}</code> <span class="type">${typeView(field.type)}</span></h3>
      <p>
        ${inline(field.description ?? '')}${operation !== undefined && html` REST: <a href="${PLACES.operation(operation)}">${operation}</a>.`}
      </p>
      ${
        args.length > 0 &&
        html`<details>
          <summary>Arguments of <code>${field.name}</code></summary>
          <dl class="members">${args}</dl>
        </details>`
      }
      <details>
        <summary>Example of <code>${field.name}</code></summary>
        ${codeView(sampleOf(kind, field), 'graphql', `Example of ${field.name}`)}
        ${variables !== undefined && jsonView(variables, `Variables of the example of ${field.name}`)}
      </details>
    </section>`;
  }
}

function memberView({ name, type, description }: Pick<GraphQLArgument, 'name' | 'type' | 'description'>): Html {
  return html`<div>
    <dt><code>${name}</code> <span class="type">${typeView(type)}</span></dt>
    <dd>${typeof description === 'string' && html`<p>${inline(description)}</p>`}</dd>
  </div>`;
}

/** Shows a type such as `[Document!]!`. The name is a link if the type has a page. */
function typeView(type: GraphQLField<unknown, unknown>['type'] | GraphQLArgument['type']): Html {
  const named = getNamedType(type);
  const text = String(type);
  const [before = '', after = ''] = text.split(named.name);
  return isSpecifiedScalarType(named)
    ? html`${text}`
    : html`${before}<a href="${PLACES.type(named.name)}">${named.name}</a>${after}`;
}

const MAX_SHOWN = 6;

const variableArguments = ({ args }: GraphQLField<unknown, unknown>): GraphQLArgument[] =>
  args.filter((one) => String(one.type).endsWith('!') || ['input', 'file'].includes(one.name));

/** Returns values for the variables of the sample query. `input` is the REST example, and the file is null. */
function variablesOf(field: GraphQLField<unknown, unknown>, sent: unknown): Record<string, unknown> | undefined {
  const values = variableArguments(field).map(({ name, type }): [string, unknown] => {
    if (String(type).startsWith('Upload')) return [name, null];
    if (name === 'input') return [name, sent ?? {}];
    return [name, String(type) === 'Int!' ? 1 : `<${name}>`];
  });
  return values.length === 0 ? undefined : Object.fromEntries(values);
}

/** Returns a sample with variables for required arguments, and the first scalar fields of the response. */
function sampleOf(kind: string, field: GraphQLField<unknown, unknown>): string {
  const { name, type } = field;
  const used = variableArguments(field);
  const head = used.map((one) => `$${one.name}: ${String(one.type)}`).join(', ');
  const given = used.map((one) => `${one.name}: $${one.name}`).join(', ');
  const selection = selectionOf(getNamedType(type), '  ', 0);
  return `${kind}${head && ` (${head})`} {\n  ${name}${given && `(${given})`}${selection}\n}`;
}

function selectionOf(type: GraphQLNamedType, indent: string, depth: number): string {
  if (!isObjectType(type)) return '';
  const inner = `${indent}  `;
  const fields = Object.values(type.getFields());
  const plain = fields.filter((one) => isLeafType(getNamedType(one.type))).slice(0, MAX_SHOWN);
  const shown = plain.length > 0 || depth > 2 ? plain : fields.slice(0, 1);
  return ` {\n${shown.map((one) => `${inner}${one.name}${selectionOf(getNamedType(one.type), inner, depth + 1)}`).join('\n')}\n${indent}}`;
}
