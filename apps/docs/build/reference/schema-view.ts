/** A schema as a list of members, each with its type, description and constraints. */
import { DEFAULT, type Json } from '../../../server/src/transport/openapi/schemas.ts';
import type { ReferenceModel } from './reference-model.ts';
import { type Content, html, type Html, inline } from './html.ts';

/** The maximum depth of members that are shown. Deeper members are shown with their own schema. */
const DEEPEST = 4;

type At = { model: ReferenceModel; depth: number; within: readonly string[] };

/** Shows nothing for a schema that consists only of a type. */
export function schemaView(schema: Json, model: ReferenceModel): Html | undefined {
  return membersOf(schema, { model, depth: 0, within: [] });
}

function membersOf(given: Json, at: At): Html | undefined {
  const name = nameOf(given);
  if (at.depth > DEEPEST || (name !== undefined && at.within.includes(name))) return undefined;
  const inside = { ...at, depth: at.depth + 1, within: name === undefined ? at.within : [...at.within, name] };
  const schema = at.model.resolve(given);
  const choices = choicesOf(schema);
  if (choices.length === 1 && choices[0]) return membersOf(choices[0], at);
  if (choices.length > 1) return choicesView(choices, inside);
  const { items, properties, required, additionalProperties: others } = schema;
  if (isJson(items)) return membersOf(items, at);
  if (!isJson(properties)) return isJson(others) ? membersOf(others, at) : undefined;
  const needed = new Set(Array.isArray(required) ? (required as string[]) : []);
  const members = Object.entries(properties as Record<string, Json>);
  if (members.length === 0) return undefined;
  return html`<dl class="members">${members.map(([key, one]) => memberView(key, one, needed.has(key), inside))}</dl>`;
}

function memberView(name: string, given: Json, isRequired: boolean, at: At): Html {
  const inner = membersOf(given, at);
  return html`<div>
    <dt>
      <code>${name}</code>
      <span class="type">${typeOf(given, at.model)}</span>${isRequired && html` <span class="required">required</span>`}
    </dt>
    <dd>
      ${aboutView(at.model.resolve(given))}${
        inner &&
        html`<details>
          <summary>Members of <code>${name}</code></summary>
          ${inner}
        </details>`
      }
    </dd>
  </div>`;
}

/** Shows those alternatives of a schema that have members. */
function choicesView(choices: readonly Json[], at: At): Html | undefined {
  const views = choices.flatMap((one) => {
    const inner = membersOf(one, at);
    const { title } = at.model.resolve(one);
    const name = typeof title === 'string' ? title : (nameOf(one) ?? typeOf(one, at.model));
    return inner
      ? [
          html`<details>
            <summary>${kindOf(one, at.model) ?? name}</summary>
            ${inner}
          </details>`,
        ]
      : [];
  });
  return views.length > 0
    ? html`<div class="choices">
        <p>One of:</p>
        ${views}
      </div>`
    : undefined;
}

/**
 * Returns the value that distinguishes forms of an object, such as `kind: text`. It is a member with only one allowed
 * value.
 */
function kindOf(given: Json, model: ReferenceModel): string | undefined {
  const { properties, title } = model.resolve(given);
  if (typeof title === 'string' || !isJson(properties)) return undefined;
  const found = Object.entries(properties as Record<string, Json>).find(([, one]) => one['const'] !== undefined);
  return found && `${found[0]}: ${String(found[1]['const'])}`;
}

/** The description of a value in addition to its type. */
export function aboutView(schema: Json): Content {
  const { description, default: ofParameter, [DEFAULT]: preset = ofParameter } = schema;
  const limits = LIMITS.flatMap(([key, word]) => (schema[key] === undefined ? [] : [`${word} ${shown(schema[key])}`]));
  const values = Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : [];
  return [
    typeof description === 'string' && html`<p>${inline(description)}</p>`,
    values.length > 0 &&
      html`<p>One of ${values.map((one, index) => [index > 0 && ', ', html`<code>${shown(one)}</code>`])}.</p>`,
    (limits.length > 0 || preset !== undefined) &&
      html`<p class="limits">
        ${[...limits, ...(preset === undefined ? [] : [`${shown(preset)} unless given`])].join(', ')}
      </p>`,
  ];
}

const LIMITS = [
  ['minLength', 'minimum length'],
  ['maxLength', 'maximum length'],
  ['minimum', 'minimum'],
  ['maximum', 'maximum'],
  ['minItems', 'minimum entries'],
  ['maxItems', 'maximum entries'],
] as const;

/** Describes a type, such as `string`, `list of Signer` or `integer or null`. */
export function typeOf(given: Json, model: ReferenceModel): string {
  const name = nameOf(given);
  const schema = model.resolve(given);
  if (schema['const'] !== undefined) return shown(schema['const']);
  const choices = choicesOf(schema);
  if (choices.length > 0) {
    const types = [...new Set(choices.map((one) => typeOf(one, model)))];
    const words = types.length > 4 ? [name ?? 'one of several'] : types;
    return [...words, ...(isNullable(schema) && !words.includes('null') ? ['null'] : [])].join(' or ');
  }
  if (isJson(schema['items'])) return `list of ${typeOf(schema['items'], model)}`;
  const { type, format, contentMediaType } = schema;
  if (typeof contentMediaType === 'string') return `file (${contentMediaType})`;
  const types = Array.isArray(type) ? (type as string[]) : typeof type === 'string' ? [type] : [];
  const named = types.map((one) =>
    one === 'object' && name !== undefined ? name : one === 'string' && typeof format === 'string' ? format : one,
  );
  return named.join(' or ') || name || 'any JSON value';
}

/** Returns the alternatives without null. */
function choicesOf(schema: Json): Json[] {
  const all = [schema['anyOf'], schema['oneOf']].find(Array.isArray) ?? [];
  return (all as Json[]).filter((one) => one['type'] !== 'null');
}

const isNullable = (schema: Json): boolean =>
  [schema['anyOf'], schema['oneOf']].some(
    (all) => Array.isArray(all) && (all as Json[]).some((one) => one['type'] === 'null'),
  );

const nameOf = ({ $ref: reference }: Json): string | undefined =>
  typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : undefined;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
