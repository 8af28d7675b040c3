import { expect, test } from 'vitest';
import { actorName, concerned } from './actor.ts';

const document = {
  owner: { id: 'usr_1' as const, name: 'Ines', email: 'i@a.example' },
  signers: [
    {
      id: 'sgn_1' as const,
      name: 'Ada',
      email: 'a@a.example',
      role: 'signer' as const,
      status: 'signed' as const,
      order: 1,
      signed_at: null,
      viewed_at: null,
    },
  ],
};

test('shows the names of actors who appear in the document, and the type of every other actor', () => {
  expect(actorName({ kind: 'user', id: 'usr_1' }, document)).toBe('Ines');
  expect(actorName({ kind: 'signer', id: 'sgn_1' }, document)).toBe('Ada');
  expect(actorName({ kind: 'system', id: 'system' }, document)).toBe('Countersign');
  expect(actorName({ kind: 'user', id: 'usr_2' }, document)).toBe('A member of your organization');
});

test('names each affected person once, but not the person who acted', () => {
  const target = { kind: 'signer', id: 'sgn_1' };
  const entry = { actor: { kind: 'system', id: 'system' }, target };
  expect(concerned([entry], document)).toBe(': Ada');
  expect(concerned(Array(5).fill(entry), document)).toBe(': Ada');
  const [ada] = document.signers;
  const signers = ['Ada', 'Bo', 'Cy', 'Di', 'Ed'].map((name) => ({ ...ada, id: `sgn_${name}` as const, name }));
  const each = signers.map(({ id }) => ({ ...entry, target: { kind: 'signer', id } }));
  expect(concerned(each, { signers })).toBe(': Ada, Bo, Cy +2');
  expect(concerned([{ actor: { kind: 'signer', id: 'sgn_1' }, target }], document)).toBe('');
});
