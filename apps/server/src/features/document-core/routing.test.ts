import fc from 'fast-check';
import { DOCUMENT_STATUSES, SIGNER_STATUSES } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import {
  decideCorrect,
  decideDecline,
  decideEmbed,
  decideExtend,
  decideForward,
  decideInviteAgain,
  decideSign,
  refuseReminder,
  scheduledReminders,
  type SignerState,
} from './domain.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const DAY = 86_400_000;
const ago = (days: number): Date => new Date(NOW.getTime() - days * DAY);
const document = fc.record({
  status: fc.constantFrom(...DOCUMENT_STATUSES),
  expires_at: fc.constantFrom(null, ago(1), NOW, ago(-1)),
  deleted_at: fc.constantFrom(null, null, null, NOW),
});
const signer = fc.record({
  id: fc.constant('sgn_1'),
  status: fc.constantFrom(...SIGNER_STATUSES),
  role: fc.constantFrom('signer', 'approver', 'cc', 'viewer'),
  signing_order: fc.constant(1),
});

test('lets signers decline or forward only in their turn, and forbids forwarding if an access code is set', () => {
  fc.assert(
    fc.property(document, signer, fc.boolean(), (doc, who, isProtected) => {
      const sign = decideSign(doc, who, NOW);
      expect(decideDecline(doc, who, NOW)).toEqual(sign);
      const forward = decideForward(doc, { ...who, isProtected }, NOW);
      if (sign.refused !== undefined || !isProtected) expect(forward).toEqual(sign);
      else expect(forward.refused).toBe('FORWARD_NOT_ALLOWED');
    }),
    { numRuns: 1_000 },
  );
});

test('rejects changes to a completed document or a signer who has signed, and issues links only in signing order', () => {
  fc.assert(
    fc.property(document, signer, (doc, who) => {
      const out =
        doc.deleted_at === null && doc.status === 'in-progress' && (doc.expires_at === null || doc.expires_at > NOW);
      const allowed = (decision: { refused?: unknown }): boolean => decision.refused === undefined;
      expect(allowed(decideCorrect(doc, who, NOW))).toBe(out && who.status !== 'signed');
      expect(allowed(decideInviteAgain(doc, who, NOW))).toBe(out && !['signed', 'waiting'].includes(who.status));
      expect(allowed(decideEmbed(doc, who, NOW))).toBe(out && who.status === 'pending-signature');
      const mayExtend = doc.deleted_at === null && ['in-progress', 'expired'].includes(doc.status);
      expect(allowed(decideExtend(doc))).toBe(mayExtend);
    }),
    { numRuns: 1_000 },
  );
});

describe('reminders for signers', () => {
  const base: SignerState = { id: 'sgn_1', status: 'pending-signature', role: 'signer', signing_order: 1 };
  const asked = { ...base, invited_at: ago(3), reminded_at: null, reminders_sent: 0, reminders_stopped_at: null };

  test.each([
    [{}, undefined],
    [{ reminded_at: new Date(NOW.getTime() - 3_600_000) }, undefined],
    [{ reminded_at: new Date(NOW.getTime() - 3_599_999) }, 'reminded-recently'],
    [{ reminders_stopped_at: ago(1) }, 'reminders-stopped'],
    [{ status: 'signed' as const }, 'signed'],
    [{ status: 'declined' as const }, 'declined'],
    [{ status: 'waiting' as const }, 'not-their-turn'],
    [{ status: 'notified' as const, role: 'cc' as const }, 'not-a-signer'],
  ])('refuses a manual reminder for a signer with %j', (more, reason) => {
    expect(refuseReminder({ ...asked, ...more }, NOW)).toBe(reason);
  });

  test.each([
    ['due', [{}], { due: ['sgn_1'], next: ago(-3) }],
    [
      'a recipient who was invited a day ago gets a reminder in two days',
      [{ invited_at: ago(1) }],
      { due: [], next: ago(-2) },
    ],
    [
      'a recipient who was reminded manually a day ago gets a reminder in two days',
      [{ reminded_at: ago(1) }],
      { due: [], next: ago(-2) },
    ],
    ['the last reminder is due', [{ reminders_sent: 1 }], { due: ['sgn_1'], next: null }],
    ['the recipient stopped the reminders', [{ reminders_stopped_at: ago(1) }], { due: [], next: null }],
    ['all reminders were sent', [{ reminders_sent: 2 }], { due: [], next: null }],
    ['nobody is left to remind', [{ status: 'signed' as const }], { due: [], next: null }],
    [
      'a signer whose turn has not come yet',
      [{ status: 'waiting' as const, invited_at: null }],
      { due: [], next: ago(-3) },
    ],
    [
      'the earliest due date of several signers',
      [{ invited_at: ago(1) }, { invited_at: ago(2) }],
      { due: [], next: ago(-1) },
    ],
  ])('plans two scheduled reminders, three days apart: %s', (_, signers, expected) => {
    const rows = signers.map((more) => ({ ...asked, ...more }));
    expect(scheduledReminders(rows, { everyDays: 3, max: 2 }, NOW)).toEqual(expected);
  });

  test('never sends more scheduled reminders than requested, and never sends them at shorter intervals', () => {
    const lives = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(lives, fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 4 }), (starts, everyDays, max) => {
        // Each signer is invited on the day given in `starts`. The first check runs one interval after sending, and
        // each later check runs at the time that the previous check requested.
        const rows = starts.map((day, index) => ({
          ...asked,
          id: `sgn_${index}` as const,
          start: day,
          days: [] as number[],
        }));
        const first = Math.min(...starts);
        let at: number | null = everyDays;
        for (let looks = 0; at !== null && looks < 1000; looks += 1) {
          const day: number = at;
          const now = new Date(NOW.getTime() + day * DAY);
          const states = rows.map((row) => ({
            ...row,
            status: row.start - first <= day ? ('pending-signature' as const) : ('waiting' as const),
            invited_at: new Date(NOW.getTime() + (row.start - first) * DAY),
            reminded_at: row.days.length === 0 ? null : new Date(NOW.getTime() + (row.days.at(-1) ?? 0) * DAY),
            reminders_sent: row.days.length,
          }));
          const { due, next } = scheduledReminders(states, { everyDays, max }, now);
          for (const id of due) rows.find((row) => row.id === id)?.days.push(day);
          at = next === null ? null : (next.getTime() - NOW.getTime()) / DAY;
        }
        for (const { days, start } of rows)
          expect(days).toEqual(Array.from({ length: max }, (_, n) => start - first + (n + 1) * everyDays));
      }),
    );
  });
});
