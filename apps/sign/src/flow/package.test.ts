import type { SigningView } from '@countersign/contract';
import { expect, it } from 'vitest';
import { nextInPackage, withStatus } from './package.ts';
import { viewOfSample } from './sample.ts';

type Package = NonNullable<SigningView['package']>;
const packageOf = (...statuses: Package['documents'][number]['status'][]): Package => ({
  id: 'pkg_lease',
  title: 'Lease',
  position: 1,
  documents: statuses.map((status, index) => ({
    document_id: `doc_${index}`,
    signer_id: `sgn_${index}`,
    title: `Document ${index}`,
    status,
    document_status: status === 'declined' ? 'declined' : 'in-progress',
  })),
});
const at = (index: number): SigningView => viewOfSample({ signer: { id: `sgn_${index}` } });

it('the next one that waits, from the beginning again after the last', () => {
  const all = packageOf('pending-signature', 'signed', 'signed', 'pending-signature');
  expect(nextInPackage(at(1), all)).toMatchObject({ next: { signer_id: 'sgn_3' }, left: 2 });
  expect(nextInPackage(at(3), all)).toMatchObject({ next: { signer_id: 'sgn_0' }, left: 1 });
});

it('is over only when nothing waits, and nothing will', () => {
  expect(nextInPackage(at(0), packageOf('signed', 'waiting'))).toEqual({ next: undefined, left: 0, isOver: false });
  expect(nextInPackage(at(0), packageOf('signed', 'declined', 'notified'))).toMatchObject({ isOver: true });
});

it('after a signature its own entry alone has changed', () => {
  const all = packageOf('pending-signature', 'pending-signature');
  expect(withStatus(all, 'sgn_1', 'signed').documents.map(({ status }) => status)).toEqual([
    'pending-signature',
    'signed',
  ]);
});
