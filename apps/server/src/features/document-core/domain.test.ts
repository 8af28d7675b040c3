import type { DocumentStatus, SignerRole, SignerStatus } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterSignature,
  decideRead,
  decideSend,
  decideSign,
  decideVoid,
  type DocumentState,
  firstStatuses,
  isExpired,
  mustSign,
  progress,
  type SignerState,
} from './domain.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const DOCUMENT_STATUSES: DocumentStatus[] = [
  'draft',
  'in-progress',
  'completed',
  'expired',
  'archived',
  'voided',
  'declined',
];
const SIGNER_STATUSES: SignerStatus[] = ['waiting', 'pending-signature', 'signed', 'declined', 'notified'];
const ROLES: SignerRole[] = ['signer', 'approver', 'cc', 'viewer'];

const moment = fc.constantFrom(-86_400_000, -1, 0, 1, 86_400_000).map((offset) => new Date(NOW.getTime() + offset));
const document = fc.record<DocumentState>({
  status: fc.constantFrom(...DOCUMENT_STATUSES),
  expires_at: fc.option(moment),
  deleted_at: fc.option(moment, { freq: 3 }),
});
const signer = fc.record<SignerState>({
  id: fc.constant('sgn_1'),
  status: fc.constantFrom(...SIGNER_STATUSES),
  role: fc.constantFrom(...ROLES),
  signing_order: fc.integer({ min: 1, max: 5 }),
});
const openDocument: DocumentState = {
  status: 'in-progress',
  expires_at: new Date(NOW.getTime() + 1),
  deleted_at: null,
};
const asked: SignerState = { id: 'sgn_1', status: 'pending-signature', role: 'signer', signing_order: 1 };

describe('permission to sign', () => {
  test('allows signing only for an invited signer of an unexpired document in progress', () => {
    fc.assert(
      fc.property(document, signer, (doc, who) => {
        const open =
          doc.deleted_at === null && doc.status === 'in-progress' && (doc.expires_at === null || doc.expires_at > NOW);
        const may = open && ['signer', 'approver'].includes(who.role) && who.status === 'pending-signature';
        expect(decideSign(doc, who, NOW).refused === undefined).toBe(may);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each<[string, Partial<DocumentState>, Partial<SignerState>, string]>([
    [
      'a deleted document, and reports it as not found',
      { deleted_at: NOW, status: 'voided' },
      { status: 'signed' },
      'DOCUMENT_NOT_FOUND',
    ],
    [
      'a voided document, even for a recipient who has signed it',
      { status: 'voided' },
      { status: 'signed' },
      'DOCUMENT_VOIDED',
    ],
    [
      'a document for the second time, even after everyone has signed',
      { status: 'completed' },
      { status: 'signed' },
      'ALREADY_SIGNED',
    ],
    [
      'a document for the second time, even after the document has expired',
      { expires_at: NOW },
      { status: 'signed' },
      'ALREADY_SIGNED',
    ],
    [
      'a document in the minute of its expiration, before a job has recorded the expiration',
      { expires_at: NOW },
      {},
      'DOCUMENT_EXPIRED',
    ],
    ['an expired document', { status: 'expired', expires_at: null }, {}, 'DOCUMENT_EXPIRED'],
    ['a draft document', { status: 'draft' }, {}, 'INVALID_STATE'],
    ['a document as a viewer', {}, { role: 'cc', status: 'notified' }, 'NOT_A_SIGNER'],
    ["a document before the signer's turn", {}, { status: 'waiting' }, 'NOT_YOUR_TURN'],
    ['a document after the signer has declined it', {}, { status: 'declined' }, 'INVALID_STATE'],
  ])('refuses to sign %s', (_name, doc, who, refused) => {
    expect(decideSign({ ...openDocument, ...doc }, { ...asked, ...who }, NOW)).toMatchObject({ refused });
  });
});

describe('sending, voiding, reading and expiration', () => {
  test('sends only drafts, voids only documents in progress, and never changes deleted documents', () => {
    fc.assert(
      fc.property(document, (doc) => {
        expect(decideSend(doc).refused === undefined).toBe(doc.deleted_at === null && doc.status === 'draft');
        expect(decideVoid(doc).refused === undefined).toBe(doc.deleted_at === null && doc.status === 'in-progress');
        for (const decision of [decideSend(doc), decideVoid(doc)]) {
          if (doc.deleted_at) expect(decision.refused).toBe('DOCUMENT_NOT_FOUND');
          else if (decision.refused !== undefined)
            expect(decision).toMatchObject({ refused: 'INVALID_STATE', details: { status: doc.status } });
        }
      }),
    );
  });

  test('opens every document through its signing link, except deleted, voided, declined and expired ones', () => {
    fc.assert(
      fc.property(document, (doc) => {
        const expected = doc.deleted_at
          ? 'INVALID_LINK'
          : doc.status === 'voided'
            ? 'DOCUMENT_VOIDED'
            : doc.status === 'declined'
              ? 'DOCUMENT_DECLINED'
              : isExpired(doc, NOW)
                ? 'DOCUMENT_EXPIRED'
                : undefined;
        expect(decideRead(doc, NOW).refused).toBe(expected);
      }),
    );
  });

  test('does not expire a document that is not in progress', () => {
    const settled = document.filter(({ status }) => status !== 'expired' && status !== 'in-progress');
    fc.assert(fc.property(settled, (doc) => !isExpired(doc, NOW)));
  });
});

/**
 * The simplest model of the signing order: signers with the same order form a group, and the groups sign one after
 * another. If signing is parallel, everyone signs at the same time.
 */
class Model {
  readonly #groups: string[][];
  readonly #signed = new Set<string>();
  constructor(
    recipients: readonly { id: SignerState['id']; role: SignerRole; signing_order: number }[],
    order: 'parallel' | 'sequential',
  ) {
    const signing = recipients.filter(({ role }) => role === 'signer' || role === 'approver');
    const orders =
      order === 'parallel' ? [0] : [...new Set(signing.map(({ signing_order: n }) => n))].toSorted((a, b) => a - b);
    this.#groups = orders.map((n) =>
      signing.filter(({ signing_order: own }) => order === 'parallel' || own === n).map(({ id }) => id),
    );
  }
  turn(): string[] {
    const group = this.#groups.find((ids) => ids.some((id) => !this.#signed.has(id))) ?? [];
    return group.filter((id) => !this.#signed.has(id));
  }
  sign(id: string): void {
    this.#signed.add(id);
  }
  signed(): number {
    return this.#signed.size;
  }
  total(): number {
    return this.#groups.flat().length;
  }
}

const recipients = fc
  .array(fc.record({ role: fc.constantFrom(...ROLES), signing_order: fc.integer({ min: 1, max: 4 }) }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((list) => list.map((recipient, index) => ({ id: `sgn_${index}` as const, ...recipient })))
  .filter((list) => list.some(({ role }) => mustSign(role)));

describe('the signing flow of a document', () => {
  test('invites the same signers as the reference model at every step until all have signed', () => {
    fc.assert(
      fc.property(
        recipients,
        fc.constantFrom('parallel', 'sequential'),
        fc.infiniteStream(fc.nat()),
        (list, order, choices) => {
          const model = new Model(list, order);
          const statuses = firstStatuses(list, order);
          const signers: SignerState[] = list.map((recipient, index) => ({
            ...recipient,
            status: statuses[index] ?? 'waiting',
          }));
          const pending = () => signers.filter(({ status }) => status === 'pending-signature').map(({ id }) => id);
          let completed = false;
          while (!completed) {
            const turn = model.turn();
            expect(pending()).toEqual(turn);
            for (const who of signers)
              expect(decideSign(openDocument, who, NOW).refused === undefined).toBe(turn.includes(who.id));
            const next = turn[(choices.next().value ?? 0) % turn.length] ?? '';
            const result = afterSignature(signers, next);
            for (const who of signers) {
              if (who.id === next) who.status = 'signed';
              if (result.nextUp.includes(who.id)) who.status = 'pending-signature';
            }
            model.sign(next);
            completed = result.completed;
            expect(completed).toBe(model.turn().length === 0);
            const { signedCount, totalSigners, completionPercentage } = progress(signers);
            expect([signedCount, totalSigners]).toEqual([model.signed(), model.total()]);
            expect(completionPercentage === 100).toBe(completed);
          }
          expect(signers.filter(({ role }) => !mustSign(role)).every(({ status }) => status === 'notified')).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('never invites a signer twice, and invites nobody after a decline', () => {
    fc.assert(
      fc.property(fc.array(signer, { maxLength: 8 }), (list) => {
        const signers = list.map((who, index) => ({ ...who, id: `sgn_${index}` as const }));
        const { completed, nextUp } = afterSignature(signers, 'sgn_0');
        for (const id of nextUp) expect(signers.find((who) => who.id === id)).toMatchObject({ status: 'waiting' });
        expect(nextUp).not.toContain('sgn_0');
        // A document is not completed until everyone has signed, even if someone has declined.
        if (signers.some(({ id, role, status }) => id !== 'sgn_0' && mustSign(role) && status !== 'signed'))
          expect(completed).toBe(false);
      }),
    );
  });

  test('reports the signing progress in whole percent from 0 to 100, for up to 100 signers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }), (total, some) => {
        const signed = Math.min(total, some);
        const list = Array.from({ length: total }, (_, index) => ({
          role: 'signer' as const,
          status: index < signed ? ('signed' as const) : ('pending-signature' as const),
        }));
        const { completionPercentage } = progress([...list, { role: 'cc', status: 'notified' }]);
        expect(Number.isInteger(completionPercentage)).toBe(true);
        expect(completionPercentage === 100).toBe(total > 0 && signed === total);
        expect(completionPercentage === 0).toBe(signed === 0);
      }),
    );
  });
});
