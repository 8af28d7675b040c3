import { expect, test } from 'vitest';
import { ApiError, networkError } from '@countersign/client';
import { changeDraft, type Draft, emptyDraft } from './draft.ts';
import type { SaveBody } from './draft-request.ts';
import { DraftSaver } from './draft-saver.ts';

/** Provides a fake server whose responses the test controls, and a fake clock. */
function bench() {
  const asked: SaveBody[] = [];
  const answers: PromiseWithResolvers<{ revision: number; warnings?: string[] }>[] = [];
  const timers: (() => void)[] = [];
  const kept: unknown[] = [];
  const last: SaveBody[] = [];
  const saver = new DraftSaver(
    {
      send: (body) => {
        asked.push(body);
        const answer = Promise.withResolvers<{ revision: number; warnings?: string[] }>();
        answers.push(answer);
        return answer.promise.then(({ revision, warnings = [] }) => ({ revision, warnings }));
      },
      sendLast: (body) => void last.push(body),
      keep: (unsaved) => void kept.push(unsaved),
      later: (_ms, act) => {
        timers.push(act);
        return () => void timers.splice(timers.indexOf(act), 1);
      },
    },
    { editor: 'editor-one', revision: 3, saved: emptyDraft, pages: [], warnings: [] },
  );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { saver, asked, answers, timers, kept, last, settle };
}
const named = (name: string): Draft => changeDraft(emptyDraft, { type: 'change-recipient', key: 'r1', with: { name } });
const refusal = (code: string, details = {}) => new ApiError({ status: 409, code, message: 'no', details });

test('shows the warnings from the latest save', async () => {
  const { saver, answers, timers, settle } = bench();
  saver.offer(named('Nefer \u{13000}'));
  timers[0]?.();
  answers[0]?.resolve({ revision: 4, warnings: ['The name cannot be printed.'] });
  await settle();
  expect(saver.warnings).toEqual(['The name cannot be printed.']);
  saver.offer(named('Nefer'));
  timers.at(-1)?.();
  answers[1]?.resolve({ revision: 5 });
  await settle();
  expect(saver.warnings).toEqual([]);
});

test('saves many consecutive changes once, after a pause', async () => {
  const { saver, asked, timers } = bench();
  saver.offer(emptyDraft);
  expect(saver.state().kind).toBe('saved');
  saver.offer(named('A'));
  saver.offer(named('Ad'));
  expect([asked.length, timers.length, saver.state().kind]).toEqual([0, 1, 'saving']);
  timers[0]?.();
  expect(asked).toMatchObject([{ revision: 3, save: { number: 1 }, content: { recipients: [{ name: 'Ad' }] } }]);
});

test('waits for the previous save and continues from its revision', async () => {
  const { saver, asked, answers, settle } = bench();
  saver.offer(named('A'));
  const whole = saver.flush();
  saver.offer(named('Ad'));
  saver.offer(named('Ada'));
  expect(asked).toHaveLength(1);
  answers[0]?.resolve({ revision: 4 });
  await settle();
  expect(asked[1]).toMatchObject({ revision: 4, save: { number: 2 }, content: { recipients: [{ name: 'Ada' }] } });
  answers[1]?.resolve({ revision: 5 });
  expect(await whole).toBe(true);
  expect([saver.state().kind, saver.revision]).toEqual(['saved', 5]);
});

test('keeps unsaved changes in the tab while the server cannot be reached, and saves them later', async () => {
  const { saver, answers, timers, kept } = bench();
  saver.offer(named('A'));
  const first = saver.flush();
  answers[0]?.reject(networkError());
  expect(await first).toBe(false);
  expect(saver.state()).toMatchObject({ kind: 'failed', why: 'The server cannot be reached' });
  expect(kept.at(-1)).toMatchObject({ draft: named('A') });
  expect(timers).toHaveLength(1);
  const second = saver.flush();
  answers[1]?.resolve({ revision: 4 });
  expect(await second).toBe(true);
  expect(kept.at(-1)).toBeNull();
});

test('sends nothing after another person’s save until the user chooses one of the versions', async () => {
  const { saver, asked, answers } = bench();
  saver.offer(named('A'));
  const first = saver.flush();
  answers[0]?.reject(refusal('DRAFT_CHANGED', { savedBy: 'Ada', savedAt: '2026-01-01T00:00:00.000Z' }));
  await first;
  expect(saver.state()).toEqual({ kind: 'conflict', by: 'Ada', at: '2026-01-01T00:00:00.000Z' });
  saver.offer(named('Ad'));
  saver.leave();
  expect(await saver.flush()).toBe(false);
  expect(asked).toHaveLength(1);
  saver.adopt(9, named('Theirs'));
  saver.offer(named('Theirs'));
  expect([saver.state().kind, saver.isDirty]).toEqual(['saved', false]);
});

test('saves a draft even if its recipients are invalid, and reports the errors when the user sends it', async () => {
  const { saver, asked, answers, settle } = bench();
  const whole = changeDraft(named('Ada'), { type: 'change-recipient', key: 'r1', with: { email: 'ada@a.example' } });
  saver.offer(whole);
  const saved = saver.flush();
  expect(asked[0]?.signers).toHaveLength(1);
  const faults = [{ field: 'signers[0].email', message: 'is no good', code: 'x' }];
  answers[0]?.reject(new ApiError({ status: 422, code: 'validation_error', message: 'no', faults }));
  await settle();
  expect(asked[1]?.signers).toBeUndefined();
  answers[1]?.resolve({ revision: 4 });
  expect(await saved).toBe(true);
  expect(saver.refused).toEqual(faults);
});

test('sends the latest draft with the next save number when the user leaves the page, even during a save', () => {
  const { saver, last } = bench();
  saver.offer(named('A'));
  void saver.flush();
  saver.offer(named('Ada'));
  saver.leave();
  expect(last).toMatchObject([{ save: { number: 2 }, content: { recipients: [{ name: 'Ada' }] } }]);
});

test('sends an access code to the server only once', async () => {
  const { saver, asked, answers } = bench();
  const coded = (name: string) =>
    changeDraft(named(name), { type: 'change-recipient', key: 'r1', with: { accessCode: '7319' } });
  saver.offer(coded('A'));
  const first = saver.flush();
  answers[0]?.resolve({ revision: 4 });
  await first;
  saver.offer(coded('Ad'));
  void saver.flush();
  expect(asked.map(({ content }) => content.recipients[0])).toMatchObject([
    { accessCode: '7319' },
    { hasAccessCode: true },
  ]);
  expect(asked[1]?.content.recipients[0]).not.toHaveProperty('accessCode');
});
