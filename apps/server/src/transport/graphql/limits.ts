/**
 * The limits of a GraphQL document. They are checked after parsing and before validation, whose rules take quadratic
 * time. Each fragment is visited once, regardless of how often it is spread.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  type GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { requestError } from './errors.ts';

export const DOCUMENT_LIMITS = {
  /** The maximum number of characters in a document. `tokens` is the maximum number of tokens. */
  length: 100_000,
  tokens: 4_000,
  depth: 16,
  /** The maximum number of fields as written, counting fragments once. */
  fields: 1_000,
  /** The maximum number of top-level fields of the operation, each of which counts as a request. */
  topLevel: 20,
  aliases: 30,
  directives: 30,
  fragments: 40,
  /** The maximum number of times that one selection may use a name. */
  repeats: 10,
  /**
   * The maximum number of values in the response. A list counts as its requested page size, or as ten values if no size
   * is requested.
   */
  cost: 50_000,
} as const;
/**
 * The maximum nesting of brackets in selections and values. The parser is recursive, and deeper nesting would overflow
 * its stack.
 */
export const MAX_NESTED = 100;
const BESIDES = /"""[^]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*/g;
const LIST_SIZE = 10;
const PAGE_SIZES = new Set(['first', 'last', 'pageSize']);
const PAGED_DEFAULT = 20;

type Weight = { depth: number; cost: number; topLevel: number };
type Counts = { fields: number; aliases: number; directives: number };

/** Returns the nesting of a document's brackets, ignoring strings and comments. */
export function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text.replaceAll(BESIDES, '')) {
    if ('{[('.includes(character)) deepest = Math.max(deepest, (depth += 1));
    else if ('}])'.includes(character)) depth -= 1;
  }
  return deepest;
}

export function excessOf(document: DocumentNode, schema: GraphQLSchema, variables: unknown): GraphQLError | undefined {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  if (fragments.size > DOCUMENT_LIMITS.fragments) return excess('fragments', fragments.size);
  const judge = new Judge(schema, fragments, variables);
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue;
    const found = judge.operation(node);
    if (found) return found;
  }
  return undefined;
}

class Judge {
  readonly #schema: GraphQLSchema;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #variables: Readonly<Record<string, unknown>>;
  readonly #weighed = new Map<string, Weight>();
  readonly #underWay = new Set<string>();
  readonly #counts: Counts = { fields: 0, aliases: 0, directives: 0 };
  #fault: GraphQLError | undefined;

  constructor(schema: GraphQLSchema, fragments: ReadonlyMap<string, FragmentDefinitionNode>, variables: unknown) {
    this.#schema = schema;
    this.#fragments = fragments;
    this.#variables = typeof variables === 'object' ? { ...variables } : {};
  }

  operation({ operation, selectionSet, directives = [] }: OperationDefinitionNode): GraphQLError | undefined {
    this.#counts.directives += directives.length;
    const { depth, cost, topLevel } = this.#selections(selectionSet, this.#schema.getRootType(operation) ?? undefined);
    const { fields, aliases, directives: directiveCount } = this.#counts;
    const found = Object.entries({ depth, fields, topLevel, aliases, directives: directiveCount, cost }) as [
      keyof typeof DOCUMENT_LIMITS,
      number,
    ][];
    return (
      this.#fault ??
      found.map(([what, count]) => (count > DOCUMENT_LIMITS[what] ? excess(what, count) : undefined)).find(Boolean)
    );
  }

  #selections({ selections }: SelectionSetNode, type: GraphQLNamedType | undefined): Weight {
    const sum: Weight = { depth: 0, cost: 0, topLevel: 0 };
    const names = new Map<string, number>();
    for (const node of selections) {
      this.#counts.directives += node.directives?.length ?? 0;
      const name =
        node.kind === Kind.FIELD
          ? (node.alias ?? node.name).value
          : node.kind === Kind.FRAGMENT_SPREAD
            ? `...${node.name.value}`
            : '...';
      const times = (names.get(name) ?? 0) + 1;
      names.set(name, times);
      if (times > DOCUMENT_LIMITS.repeats) this.#fault ??= excess('repeats', times);
      const weight =
        node.kind === Kind.FIELD
          ? this.#field(node, type)
          : node.kind === Kind.INLINE_FRAGMENT
            ? this.#selections(
                node.selectionSet,
                node.typeCondition ? this.#schema.getType(node.typeCondition.name.value) : type,
              )
            : this.#fragment(node.name.value);
      sum.depth = Math.max(sum.depth, weight.depth);
      sum.cost += weight.cost;
      sum.topLevel += weight.topLevel;
    }
    return sum;
  }

  #field(node: FieldNode, parent: GraphQLNamedType | undefined): Weight {
    this.#counts.fields += 1;
    if (node.alias && node.alias.value !== node.name.value) this.#counts.aliases += 1;
    const field = isObjectType(parent) ? parent.getFields()[node.name.value] : undefined;
    const inner = node.selectionSet && this.#selections(node.selectionSet, field && getNamedType(field.type));
    const times = inner ? this.#times(node, field && isListType(getNullableType(field.type)), field?.args) : 1;
    return { depth: 1 + (inner?.depth ?? 0), cost: 1 + times * (inner?.cost ?? 0), topLevel: 1 };
  }

  /** Returns the maximum number of items: the requested page size. */
  #times(node: FieldNode, isList: boolean | undefined, args: readonly { name: string }[] = []): number {
    const given = node.arguments?.find(({ name }) => PAGE_SIZES.has(name.value))?.value;
    const size =
      given?.kind === Kind.INT
        ? Number(given.value)
        : given?.kind === Kind.VARIABLE
          ? Number(this.#variables[given.name.value] ?? PAGED_DEFAULT)
          : undefined;
    if (size !== undefined && Number.isFinite(size)) return Math.max(1, size);
    if (args.some(({ name }) => PAGE_SIZES.has(name))) return PAGED_DEFAULT;
    return isList === true ? LIST_SIZE : 1;
  }

  #fragment(name: string): Weight {
    const known = this.#weighed.get(name);
    if (known) return known;
    const fragment = this.#fragments.get(name);
    if (!fragment) return { depth: 0, cost: 0, topLevel: 0 };
    if (this.#underWay.has(name)) {
      this.#fault ??= requestError('GRAPHQL_TOO_COMPLEX', `The fragment ${name} contains itself.`, { fragment: name });
      return { depth: 0, cost: 0, topLevel: 0 };
    }
    this.#underWay.add(name);
    const weight = this.#selections(fragment.selectionSet, this.#schema.getType(fragment.typeCondition.name.value));
    this.#underWay.delete(name);
    this.#weighed.set(name, weight);
    return weight;
  }
}

const WORDS: Partial<Record<keyof typeof DOCUMENT_LIMITS, string>> = {
  topLevel: 'top-level fields',
  depth: 'levels of depth',
  repeats: 'uses of one name in a selection',
  cost: 'values',
};

export function excess(what: keyof typeof DOCUMENT_LIMITS, count: number): GraphQLError {
  const limit = DOCUMENT_LIMITS[what];
  return requestError(
    'GRAPHQL_TOO_COMPLEX',
    `This document requests ${count.toLocaleString('en')} ${WORDS[what] ?? what}; at most ${limit.toLocaleString('en')} are allowed.`,
    { limit: what, max: limit, found: count },
  );
}
