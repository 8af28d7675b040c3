/** Converts schemas of the contract to GraphQL types: objects with nullable fields, lists and scalars. */
import * as contract from '@countersign/contract';
import { z } from 'zod';

export type Scalar = 'ID' | 'String' | 'Int' | 'Long' | 'Float' | 'Boolean' | 'DateTime' | 'JSON' | 'Upload';
export type Choice = { name: string; values: readonly string[] };
/** `deprecated` is the description of a property that will be removed. */
export type Shape = { nullable: boolean; description?: string | undefined; deprecated?: string | undefined } & (
  | { kind: 'scalar'; scalar: Scalar; choice?: Choice }
  | { kind: 'list'; of: Shape }
  | { kind: 'object'; name: string; members: ReadonlyMap<string, Shape> }
);

/**
 * Where a schema is used. `answer` is a response, and `body` is a JSON body. `text` is a parameter or a form field,
 * which REST sends as text and GraphQL as the parsed value.
 */
export type Direction = 'answer' | 'body' | 'text';

const JSON_SHAPE: Shape = { kind: 'scalar', scalar: 'JSON', nullable: false };
/** Converts a name such as `role_mapping` to `RoleMapping`, its form within a type name. */
export const capital = (name: string): string =>
  name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Names that replace the contract's name where that name would refer to two types, or would be unclear to an
 * integrator.
 */
const NAMES_IN_GRAPHQL: Readonly<Record<string, string>> = {
  // `Subscription` is a GraphQL root type.
  Subscription: 'PlanSubscription',
  PackageDetails: 'Package',
  PackageListEntry: 'PackageSummary',
  TemplateListEntry: 'TemplateSummary',
  Profile: 'Viewer',
  LiveMessage: 'Event',
  UsersResultUser: 'OrganizationUser',
  OrganizationStorageResultStorage: 'OrganizationStorage',
  DocumentAuditResult: 'AuditTrail',
  DocumentDraftResultDraft: 'Draft',
  DocumentPlacementsResult: 'Placements',
  InboxResult: 'Inbox',
  InboxInbox: 'InboxEntry',
  SessionObject: 'SignedIn',
  SessionEntry: 'Session',
  DocumentStatusObject: 'DocumentProgress',
  DownloadObject: 'Download',
  VerificationObject: 'Verification',
  PlannedInput: 'PlannedSigner',
  UsersPageUserStatus: 'UserStatus',
  CreateUserImportPayloadImportStatus: 'UserImportStatus',
  UserImportRowsResultRowStatus: 'UserImportRowStatus',
  DeactivateUserPayloadHandOverStatus: 'HandOverStatus',
  SecurityHealthResultStatus: 'SecurityStatus',
  SecurityHealthResultCheckStatus: 'SecurityCheckStatus',
};
const KNOWN = new Map<z.core.$ZodType, string>();
for (const [name, value] of Object.entries(contract)) if (value instanceof z.ZodType) KNOWN.set(value, capital(name));
const NAMES = new Set(KNOWN.values());
const IDS = new Set<z.core.$ZodType>(
  (Object.keys(contract.ID_PREFIXES) as contract.IdKind[]).map((kind) => contract.idSchema(kind)),
);

/**
 * Types whose list entries contain only some properties. The other properties are loaded on request (detail-fields.ts).
 */
const WHOLE = new Map<z.core.$ZodType, z.core.$ZodType>([[contract.documentListEntry, contract.document]]);

/** @param hint the name for schemas without one in the contract */
export function shapeOf(given: z.core.$ZodType, direction: Direction, hint: string): Shape {
  const whole = WHOLE.get(given) ?? given;
  const { description, deprecated } = z.globalRegistry.get(given) ?? {};
  const shape = plainShape(whole as z.core.$ZodTypes, direction, nameOf(whole, direction) ?? hinted(hint));
  return {
    ...shape,
    ...(shape.description === undefined && description !== undefined && { description }),
    ...(deprecated && { deprecated: description ?? 'Deprecated.' }),
  };
}

function plainShape(schema: z.core.$ZodTypes, direction: Direction, hint: string): Shape {
  const { def } = schema._zod;
  switch (def.type) {
    case 'string':
      return scalar(textScalar(schema));
    case 'number':
      return scalar('format' in def ? (/bytes$/i.test(hint) ? 'Long' : 'Int') : 'Float');
    case 'boolean':
      return scalar('Boolean');
    case 'enum':
      return enumShape(Object.values(def.entries).map(String), direction, hint);
    case 'literal':
      return merged(def.values.map(literalShape), hint);
    case 'null':
      return { ...JSON_SHAPE, nullable: true };
    case 'nullable':
    case 'optional':
      return { ...shapeOf(def.innerType, direction, hint), nullable: true };
    case 'default':
    case 'prefault':
      return { ...shapeOf(def.innerType, direction, hint), nullable: direction !== 'answer' };
    case 'readonly':
    case 'catch':
      return shapeOf(def.innerType, direction, hint);
    case 'pipe':
      return pipeShape(def.in, def.out, direction, hint);
    case 'array':
      return { kind: 'list', nullable: false, of: shapeOf(def.element, direction, singular(hint)) };
    case 'tuple':
      return {
        kind: 'list',
        nullable: false,
        of: merged(
          def.items.map((one) => shapeOf(one, direction, singular(hint))),
          singular(hint),
        ),
      };
    case 'union':
      return merged(
        def.options.map((one) => shapeOf(one, direction, hint)),
        hint,
      );
    case 'lazy':
      return shapeOf(def.getter(), direction, hint);
    case 'object':
      return objectShape(def, direction, hint);
    default:
      return JSON_SHAPE;
  }
}

/**
 * Returns the shape of an object. Objects with unknown properties, such as the options of a passkey, are passed
 * through.
 */
function objectShape(def: z.core.$ZodObjectDef, direction: Direction, name: string): Shape {
  const rest = def.catchall as z.core.$ZodTypes | undefined;
  if (rest && rest._zod.def.type !== 'never') return JSON_SHAPE;
  const known = MADE[direction].get(def);
  if (known) return known;
  const members = Object.entries(def.shape).map(([member, schema]): [string, Shape] => [
    member,
    shapeOf(schema, direction, name + capital(member)),
  ]);
  const shape: Shape = { kind: 'object', nullable: false, name, members: new Map(members) };
  MADE[direction].set(def, shape);
  return shape;
}

/** The shapes that have been built so far. A schema that is used in several places is named after the first place. */
const MADE: Record<Direction, Map<z.core.$ZodObjectDef, Shape>> = {
  answer: new Map(),
  body: new Map(),
  text: new Map(),
};

/**
 * Returns the shape of a transformed value. For text, it is the shape of the parsed value, otherwise the shape before
 * the transformation.
 */
function pipeShape(before: z.core.$ZodType, after: z.core.$ZodType, direction: Direction, hint: string): Shape {
  const isChange = (after as z.core.$ZodTypes)._zod.def.type === 'transform';
  return direction === 'text' && !isChange ? shapeOf(after, 'body', hint) : shapeOf(before, direction, hint);
}

/**
 * Returns one shape for several alternatives. Properties that only some alternatives have are nullable. Alternatives
 * without common properties become JSON.
 */
export function merged(shapes: readonly Shape[], name: string): Shape {
  const nullable = shapes.some((one) => one.nullable);
  const [first, ...others] = shapes.filter((one) => !(one.kind === 'scalar' && one.scalar === 'JSON' && one.nullable));
  if (!first) return { ...JSON_SHAPE, nullable: true };
  const shape = others.reduce((sum, one) => mergeShapes(sum, one, name), first);
  return { ...shape, nullable: nullable || shape.nullable };
}

function mergeShapes(one: Shape, two: Shape, name: string): Shape {
  const nullable = one.nullable || two.nullable;
  if (one.kind === 'scalar' && two.kind === 'scalar') {
    if (one.scalar === two.scalar) {
      const { choice, ...rest } = one;
      // If an input has several forms, their descriptions are joined.
      const descriptions = new Set([one.description, two.description].filter((text) => text !== undefined));
      const description = descriptions.size === 0 ? undefined : [...descriptions].join(' ');
      return {
        ...rest,
        ...(description !== undefined && { description }),
        nullable,
        ...(choice !== undefined && choice === two.choice && { choice }),
      };
    }
    const kinds = new Set([one.scalar, two.scalar]);
    if (kinds.has('Int') && kinds.has('Float')) return { kind: 'scalar', scalar: 'Float', nullable };
    if (kinds.has('ID') && kinds.has('String')) return { kind: 'scalar', scalar: 'String', nullable };
  }
  if (one.kind === 'list' && two.kind === 'list')
    return { kind: 'list', nullable, of: mergeShapes(one.of, two.of, singular(name)) };
  if (one.kind === 'object' && two.kind === 'object') {
    const names = new Set([...one.members.keys(), ...two.members.keys()]);
    const members = [...names].map((member): [string, Shape] => {
      const [a, b] = [one.members.get(member), two.members.get(member)];
      if (a && b) return [member, mergeShapes(a, b, name + capital(member))];
      return [member, { ...(a ?? b ?? JSON_SHAPE), nullable: true }];
    });
    return { kind: 'object', nullable, name, members: new Map(members) };
  }
  return { ...JSON_SHAPE, nullable };
}

/** Returns the name that the contract gives a schema. Copies of the schema with another description keep this name. */
function nameOf(schema: z.core.$ZodType, direction: Direction): string | undefined {
  const name = KNOWN.get(schema) ?? (schema._zod.parent && KNOWN.get(schema._zod.parent));
  if (name === undefined || direction !== 'answer') return name;
  return NAMES_IN_GRAPHQL[name] ?? answered(name);
}

const hinted = (hint: string): string => NAMES_IN_GRAPHQL[hint] ?? hint;

/**
 * Returns the name of a type in a response. The plan of a draft is returned in the format of its input, so the suffix
 * `Input` is replaced.
 */
function answered(name: string): string {
  const base = name.replace(/Input$/, '');
  return base !== name && NAMES.has(base) ? `Planned${base}` : base;
}

function textScalar(schema: z.core.$ZodType): Scalar {
  const known = [schema, schema._zod.parent];
  if (known.some((one) => one !== undefined && IDS.has(one))) return 'ID';
  return known.includes(contract.timestamp) ? 'DateTime' : 'String';
}

function literalShape(value: unknown): Shape {
  switch (typeof value) {
    case 'string':
      return scalar('String');
    case 'number':
      return scalar('Int');
    case 'boolean':
      return scalar('Boolean');
    default:
      return { ...JSON_SHAPE, nullable: true };
  }
}

function enumShape(values: readonly string[], direction: Direction, name: string): Shape {
  if (direction === 'text' && isTruth(values)) return scalar('Boolean');
  return { kind: 'scalar', scalar: 'String', nullable: false, choice: { name, values } };
}

const scalar = (name: Scalar): Shape => ({ kind: 'scalar', scalar: name, nullable: false });
const isTruth = (values: readonly unknown[]): boolean => values.length === 2 && values.includes('true');
const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/(?<!s|u)s$/, '');
