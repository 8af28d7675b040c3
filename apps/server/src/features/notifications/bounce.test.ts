import { expect, test } from 'vitest';
import { PermanentJobError } from '../../platform/jobs/runner.ts';
import { MailError } from '../../platform/ports/mailer.ts';
import { bounceOf } from './bounce.ts';

const refusal = (code: number, text: string): Error =>
  new PermanentJobError('x', { cause: new MailError('permanent', 'x', { answer: { code, text } }) });

test.each([
  [550, '550 5.1.1 <kim@x.example>: Recipient address rejected: User unknown', 'unknown'],
  [550, '550 No such user here', 'unknown'],
  [550, '550 Requested action not taken: mailbox unavailable', 'unknown'],
  [552, '552 5.2.2 Over quota', 'full'],
  [552, '552 Mailbox full', 'full'],
  [554, '554 5.7.1 Message rejected as spam', 'refused'],
  [550, '550 5.7.26 Unauthenticated mail is not accepted', 'refused'],
  [550, '550 no', 'refused'],
])('classifies the response "%i %s" as the bounce reason "%s"', (code, text, reason) => {
  expect(bounceOf(refusal(code, text))).toEqual({ reason, answer: text });
});

test('reports a delivery as late after a day of temporary failures, and reports no bounce for an error on the server', () => {
  expect(bounceOf(new MailError('temporary', 'x'))).toEqual({ reason: 'late', answer: '' });
  expect(bounceOf(new MailError('timeout', 'x'))).toMatchObject({ reason: 'late' });
  expect(bounceOf(new PermanentJobError('the document no longer exists'))).toBeUndefined();
});
