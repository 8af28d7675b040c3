import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { type Operation, operations } from './index.ts';
import { fieldText, hasUnseen, singleLine } from './values.ts';

describe('name, title or label', () => {
  test.each([
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
    '\u200b',
    '\ufeff',
  ])('removes the invisible control character %j from a name', (control) => {
    expect(singleLine(120).parse(`Ada ${control}gnirts${control}`)).toBe('Ada gnirts');
    expect(hasUnseen(`Ada${control}`)).toBe(true);
  });

  test.each(['می\u200cخواهم', 'ක්\u200dරි', '👩\u200d💻'])('keeps the joiners in %s', (name) => {
    expect(singleLine(120).parse(name)).toBe(name);
    expect(hasUnseen(name)).toBe(false);
  });

  test.each(['\u202e\u202c', ' \u200b ', '\ufeff', '\u200d\u200c', '\u3164'])(
    'treats a name without visible content as empty: %j',
    (name) => {
      const { error } = singleLine(120).safeParse(name);
      expect(error?.issues.map(({ message }) => message)).toEqual(['must not be empty']);
    },
  );
});

test("prevents a field's text from being reordered, and keeps the zero-width spaces at which Khmer and Thai break lines", () => {
  expect(fieldText(100).parse('Pay \u202e001\u202c\nសួស្តី\u200bបង')).toBe('Pay 001\nសួស្តី\u200bបង');
});

/**
 * Properties that may contain U+202E: running text, secrets, files, patterns, addresses that programs use, and JSON in
 * a form, which is parsed later. The names in `headers` are validated together, and their values must not contain
 * U+202E.
 */
const KEPT = new Set(
  (
    'description emailMessage message reason note text affectedData metadata purpose legalBasis people data recipients transfers ' +
    'retention measures password currentPassword newPassword token invitationToken sessionId verificationCode accessCode stepCode userCode device_code ' +
    'transports metadata_xml certificates certificate client_secret pattern documentIds url callbackUrl headers mapping reminders roles fields ' +
    'signers tags acceptWarnings placeTags expirationDays notify notifyCompletion send'
  ).split(' '),
);

type Schema = z.core.$ZodTypes;

/** Returns the properties of a schema that accept U+202E and do not remove it. */
function keeping(schema: z.core.$ZodType, member = ''): string[] {
  const { def } = (schema as Schema)._zod;
  switch (def.type) {
    case 'string': {
      const result = (schema as z.ZodType).safeParse('a\u202eb');
      return result.success && result.data !== 'ab' ? [member] : [];
    }
    case 'object':
      return Object.entries(def.shape).flatMap(([name, inner]) => keeping(inner, name));
    case 'array':
      return keeping(def.element, member);
    case 'optional':
    case 'nullable':
    case 'default':
      return keeping(def.innerType, member);
    case 'union':
      return def.options.flatMap((option) => keeping(option, member));
    case 'pipe':
      return [...keeping(def.in, member), ...keeping(def.out, member)];
    case 'record':
      return [...keeping(def.keyType, member), ...keeping(def.valueType, member)];
    default:
      return [];
  }
}

test.each((Object.values(operations) as Operation[]).flatMap(({ id, body }) => (body ? [[id, body] as const] : [])))(
  'removes controls that reorder text from every name, title and label of %s',
  (_, body) => {
    const schemas = 'schema' in body ? [body.schema] : [body.fields, ...('json' in body ? [body.json] : [])];
    const members = schemas.flatMap((schema) => (schema ? keeping(schema as z.core.$ZodType) : []));
    expect(members.filter((member) => !KEPT.has(member))).toEqual([]);
  },
);
