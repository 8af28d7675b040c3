import { expect, test } from 'vitest';
import { awaitedOf, remindAll } from './reminders.ts';

const signer = (name: string, status: 'signed' | 'pending-signature' | 'waiting') => ({
  name,
  email: `${name}@x.example`,
  status,
});

test('sends each person one reminder, for the first document that awaits their signature', () => {
  const documents = [
    { id: 'doc_a', status: 'completed', signers: [signer('Ada', 'signed')] },
    { id: 'doc_b', status: 'in-progress', signers: [signer('Ada', 'pending-signature'), signer('Bo', 'waiting')] },
    {
      id: 'doc_c',
      status: 'in-progress',
      signers: [{ ...signer('Ada', 'pending-signature'), email: 'ADA@x.example' }, signer('Cy', 'pending-signature')],
    },
  ];
  expect(awaitedOf(documents)).toEqual([
    { documentId: 'doc_b', name: 'Ada', email: 'Ada@x.example' },
    { documentId: 'doc_c', name: 'Cy', email: 'Cy@x.example' },
  ]);
});

test('reports who got a reminder and who did not if one of the requests fails', async () => {
  const awaited = ['Ada', 'Bo', 'Cy'].map((name) => ({
    documentId: `doc_${name}`,
    name,
    email: `${name}@x.example`,
  }));
  const refusal = new Error('no connection');
  const remind = (id: string, emails: string[]) =>
    id === 'doc_Bo' ? Promise.reject(refusal) : Promise.resolve({ reminded: emails, skipped: [] });
  expect(await remindAll(awaited, remind)).toEqual({
    reminded: ['Ada@x.example', 'Cy@x.example'],
    skipped: [],
    failed: { people: [awaited[1]], error: refusal },
  });
});
