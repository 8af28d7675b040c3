import type { TemplateField } from '@countersign/contract';
import { expect, test } from 'vitest';
import { unfittingOf } from './unfitting.ts';

const fields = [
  { kind: 'signature', role: 'Tenant', page: 3 },
  { kind: 'text', role: 'Tenant', label: 'Town', page: 1 },
  { kind: 'radio', role: 'Agent', label: 'Pets' },
] as TemplateField[];
const fault = (field: string, code = 'unfitting_field') => ({ field, message: 'as the service says', code });

test('names each field that does not fit, with the reason for its removal', () => {
  const faults = [
    'fields[0].page',
    'fields[1].y',
    'fields[1].condition',
    'fields[1].anchor.occurrence',
    'fields[2].options[1].page',
  ];
  expect(
    unfittingOf(
      faults.map((field) => fault(field)),
      fields,
    ),
  ).toEqual([
    { field: 'Signature of Tenant', why: 'page 3 is missing' },
    { field: 'Text “Town” of Tenant', why: 'does not fit on its page' },
    { field: 'Text “Town” of Tenant', why: 'depends on a removed field' },
    { field: 'Text “Town” of Tenant', why: 'the anchor text is not in the new PDF' },
    { field: 'Radio “Pets” of Agent', why: 'one of its pages is missing' },
  ]);
  expect(unfittingOf([fault('fields[0].width')], fields)).toEqual([
    { field: 'Signature of Tenant', why: 'as the service says' },
  ]);
});

test('does not ask the user to remove unsuitable fields if the file is rejected', () => {
  expect(unfittingOf([fault('file', 'not_a_pdf')], fields)).toBeNull();
  expect(unfittingOf([], fields)).toBeNull();
});
