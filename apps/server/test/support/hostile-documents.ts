/** GraphQL documents that attackers send to waste CPU time. All are rejected before execution. */

const many = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(' ');

/** Each of thirty fragments refers to the next one, and the last refers to the first. */
const circle = many(30, (at) => `fragment F${at} on Document { ...F${(at + 1) % 30} }`);
/** Each fragment spreads the next one nine times, so the document would expand to 9^30 fields. */
const powers = many(30, (at) => `fragment G${at} on Document { ${`...G${at + 1} `.repeat(9)} }`);

export const HOSTILE_DOCUMENTS: Readonly<Record<string, string>> = {
  deep: `{ ${'a { '.repeat(2_000)}b${' }'.repeat(2_000)} }`,
  'as deep as may be parsed': `{ ${'a { '.repeat(98)}b${' }'.repeat(98)} }`,
  'deep in its values': `{ documents(tag: ${'['.repeat(1_900)}${']'.repeat(1_900)}) { id } }`,
  wide: `{ documents { ${'id '.repeat(3_000)} } }`,
  aliased: `{ ${many(500, (at) => `a${at}: documents { id }`)} }`,
  'with directives': `{ documents { id ${'@skip(if: false) '.repeat(500)} } }`,
  'of unknown fields': `{ documents { ${many(900, (at) => `idd${at}`)} } }`,
  'of fragments in a circle': `{ documents { ...F0 } } ${circle}`,
  'of fragments that multiply': `{ documents { ...G0 } } ${powers} fragment G30 on Document { id }`,
  'of costly pages': `{ ${many(19, (at) => `x${at}: documentsConnection(first: 100) { nodes { fields { id label page } signers { id email name } } }`)} }`,
  'of one megabyte': `{ documents { id } } #${'x'.repeat(1024 * 1024)}`,
  'of one megabyte of fields': `{ ${'id '.repeat(350_000)} }`,
  'as long as may be, one text': `{ documents(search: "${'\\\\u0041'.repeat(14_000)}") { nothing } }`,
  'as long as may be, brackets in a comment': `{ documents { nothing } } #${'{"'.repeat(49_900)}`,
  'as long as may be, quotes that do not end': `{ documents { nothing } } ${'"\\\\" "'.repeat(16_000)}`,
};
