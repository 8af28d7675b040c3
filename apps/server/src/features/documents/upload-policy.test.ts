import type { Inspection, Permissions } from '@countersign/pdf-sign';
import { describe, expect, test } from 'vitest';
import { type ActiveContentRule, decideUpload, ownFieldsOnly, readRule, warningsToAccept } from './upload-policy.ts';

const plain: Inspection = {
  pageCount: 1,
  pages: [{ width: 595, height: 842, rotation: 0 }],
  version: '1.7',
  encrypted: false,
  encryption: null,
  signatures: 0,
  certification: null,
  hasForm: false,
  needAppearances: false,
  dynamicXfa: false,
  activeContent: [],
  embeddedFiles: 0,
  fieldNames: [],
  unfinishedUpdate: false,
  repeatedPages: [],
  archive: null,
  signedFrom: null,
  unsignedFields: [],
};
const encrypted = (permissions: Partial<Permissions>): Partial<Inspection> => ({
  encrypted: true,
  encryption: {
    method: 'AES-256',
    password: 'owner',
    permissions: { isOwner: false, modify: true, annotate: true, fillForms: true, ...permissions },
  },
});
const script = { kind: 'javascript', where: 'document' } as const;

describe('decision about an upload', () => {
  test('accepts an upload without special content, and returns no warnings', () => {
    expect(decideUpload(plain, 'strip')).toEqual({ outcome: 'accept', strip: false, warnings: [] });
  });

  test.each<[Partial<Inspection>, string[]]>([
    [{ archive: { part: 2, level: 'B', colors: 'rgb' } }, []],
    [{ archive: { part: 1, level: 'A', colors: null } }, [expect.stringContaining('claims PDF/A-1b')]],
    [{ archive: { part: 3, level: 'A', colors: null } }, [expect.stringContaining('claims PDF/A-3u')]],
    [
      { archive: { part: 2, level: 'A', colors: null }, signatures: 1 },
      [expect.stringContaining('may not conform'), expect.stringContaining('1 signature(s), which are kept')],
    ],
  ])('accepts an upload that claims %j, and returns the warnings %j', (found, warnings) => {
    expect(decideUpload({ ...plain, ...found }, 'strip')).toMatchObject({
      outcome: 'accept',
      warnings: expect.arrayContaining(warnings),
    });
  });

  test.each<[string, Partial<Inspection>, string]>([
    [
      'is encrypted with a user password',
      { encrypted: true, encryption: { method: 'RC4', password: 'user', permissions: null } },
      'encrypted_pdf',
    ],
    [
      'is encrypted with another method',
      { encrypted: true, encryption: { method: 'other', password: 'unknown', permissions: null } },
      'unsupported_encryption',
    ],
    ['is encrypted and permits no changes', encrypted({ modify: false }), 'modify_forbidden'],
    ['is encrypted and permits no annotations', encrypted({ annotate: false }), 'annotate_forbidden'],
    [
      'is encrypted and permits neither changes nor annotations',
      encrypted({ modify: false, annotate: false }),
      'modify_and_annotate_forbidden',
    ],
    ['is encrypted and signed', { ...encrypted({}), signatures: 1 }, 'signed_and_encrypted'],
    ['is signed and lists a page twice', { signatures: 1, repeatedPages: [2] }, 'signed_and_repeated_page'],
    [
      'is a dynamic XFA form',
      { dynamicXfa: true, activeContent: [{ kind: 'xfa', where: 'document' }] },
      'xfa_unsupported',
    ],
    ['is certified and permits no changes', { certification: 1, signatures: 1 }, 'certified_no_changes'],
    ['has no pages', { pageCount: 0, pages: [] }, 'damaged'],
  ])('refuses an upload under every rule if it %s', (_, found, reason) => {
    for (const rule of ['strip', 'refuse', 'keep'] as const)
      expect(decideUpload({ ...plain, ...found }, rule)).toEqual({ outcome: 'refuse', reason });
  });

  test('accepts an encrypted upload that permits new form fields', () => {
    expect(decideUpload({ ...plain, ...encrypted({}) }, 'strip')).toMatchObject({ outcome: 'accept' });
  });

  test('accepts an encrypted upload that permits only its existing signature fields', () => {
    const found = { ...plain, ...encrypted({ modify: false, annotate: false }), unsignedFields: ['Tenant'] };
    expect(decideUpload(found, 'strip')).toMatchObject({
      outcome: 'accept',
      warnings: [expect.stringContaining('(Tenant)')],
    });
    expect(ownFieldsOnly(found)).toEqual(['Tenant']);
    expect(ownFieldsOnly({ ...found, ...encrypted({}) })).toEqual([]);
    const closed = { ...found, ...encrypted({ modify: false, annotate: false, fillForms: false }) };
    expect(decideUpload(closed, 'strip')).toMatchObject({ outcome: 'refuse' });
  });

  test('accepts an upload that ends with an incomplete update, and asks the sender for confirmation', () => {
    const signed = { ...plain, signatures: 1, unfinishedUpdate: true };
    expect(decideUpload(signed, 'strip')).toMatchObject({
      outcome: 'accept',
      warnings: [expect.stringContaining('incomplete update'), expect.anything()],
    });
    expect(warningsToAccept([], signed)).toEqual(['unfinished_update']);
    expect(warningsToAccept(['structure', 'unfinished_update'], plain)).toEqual(['unfinished_update']);
    expect(warningsToAccept(['structure'], plain)).toEqual([]);
  });

  test.each<[ActiveContentRule, number, object]>([
    ['strip', 0, { outcome: 'accept', strip: true, warnings: [expect.stringContaining('was removed')] }],
    ['keep', 0, { outcome: 'accept', strip: false, warnings: [expect.stringContaining('was kept')] }],
    ['refuse', 0, { outcome: 'refuse', reason: 'active_content' }],
    ['refuse', 1, { outcome: 'refuse', reason: 'active_content' }],
  ])('applies the rule "%s" to an upload with a script and %i signatures', (rule, signatures, expected) => {
    expect(decideUpload({ ...plain, signatures, activeContent: [script] }, rule)).toEqual(expected);
  });

  test.each<ActiveContentRule>(['strip', 'keep'])(
    'keeps the script of a signed upload under the rule "%s", and adds a warning',
    (rule) => {
      const decision = decideUpload({ ...plain, signatures: 2, activeContent: [script] }, rule);
      expect(decision).toMatchObject({ outcome: 'accept', strip: false });
      expect(decision.outcome === 'accept' && decision.warnings).toHaveLength(2);
    },
  );

  test('lists each kind of active content in an upload once', () => {
    const activeContent = [script, { ...script, where: 'page 1' }, { kind: 'xfa', where: 'document' } as const];
    const decision = decideUpload({ ...plain, activeContent }, 'strip');
    expect(decision.outcome === 'accept' && decision.warnings[0]).toContain('JavaScript, an XFA form');
  });
});

test('strips active content if the setting is missing or unknown', () => {
  expect([null, undefined, 'strip', 'other', 'refuse', 'keep'].map(readRule)).toEqual([
    'strip',
    'strip',
    'strip',
    'strip',
    'refuse',
    'keep',
  ]);
});
