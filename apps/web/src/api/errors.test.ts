import { expect, test } from 'vitest';
import { ApiError, errorFrom, networkError } from '@countersign/client';
import { explain, faultsByField } from './errors.ts';

const headers = (values: Record<string, string> = {}) => new Headers(values);

test('returns every error of a 422 response as an object with its field', () => {
  const error = errorFrom(
    422,
    {
      error: {
        code: 'validation_error',
        message: 'must not be empty',
        field: 'signers[0].name',
        status: 422,
        errors: [
          { field: 'signers[0].name', message: 'must not be empty', code: 'too_small' },
          { field: 'signers[1].email', message: 'must be an e-mail address', code: 'invalid_format' },
        ],
      },
    },
    headers({ 'x-request-id': 'r1' }),
  );
  expect(error.faults.map(({ field }) => field)).toEqual(['signers[0].name', 'signers[1].email']);
  expect(explain(error).detail).toBe('Must not be empty.');
});

test('names the invalid field of a 422 response if only one field is invalid', () => {
  const body = { error: { code: 'not_a_pdf', message: 'This is not a PDF', field: 'file', status: 422 } };
  expect(errorFrom(422, body, headers()).faults).toEqual([
    { field: 'file', message: 'This is not a PDF', code: 'not_a_pdf' },
  ]);
});

test('keeps the code, message, request ID and retry time of an error that has no nested objects', () => {
  const error = errorFrom(
    503,
    {
      error: 'SERVICE_UNAVAILABLE',
      message: 'The service is temporarily unavailable. Nothing was changed.',
      details: {},
    },
    headers({ 'x-request-id': 'r2', 'retry-after': '7' }),
  );
  expect(error).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE', requestId: 'r2', retryAfter: 7 });
  expect(explain(error).detail).toContain('in 7 seconds');
});

test('reports a page from a proxy as an unreadable response, not as an error in the app', () => {
  const error = errorFrom(502, null, headers({ 'x-request-id': 'r3' }));
  expect(error.code).toBe('UNREADABLE_ANSWER');
  expect(explain(error)).toMatchObject({ title: 'Something went wrong on the server', requestId: 'r3' });
});

test('shows the request ID for server errors, but not for errors in the input', () => {
  const internal = errorFrom(
    500,
    { error: 'INTERNAL_ERROR', message: 'x', details: {} },
    headers({ 'x-request-id': 'r4' }),
  );
  const conflict = errorFrom(
    409,
    { error: 'INVALID_STATE', message: 'It was sent already.', details: {} },
    headers({ 'x-request-id': 'r5' }),
  );
  expect(explain(internal).requestId).toBe('r4');
  expect(explain(conflict)).toEqual({
    title: 'The action failed',
    detail: 'It was sent already.',
    requestId: null,
  });
});

test('explains a wrong password and an ended session differently', () => {
  const wrong = new ApiError({
    status: 401,
    code: 'INVALID_CREDENTIALS',
    message: 'The e-mail address or password is incorrect.',
  });
  const lost = new ApiError({ status: 401, code: 'UNAUTHORIZED', message: 'Sign in' });
  expect(explain(wrong).detail).toBe('The e-mail address or password is incorrect.');
  expect(explain(lost).title).toBe('You are signed out');
});

test('states that the input is kept if the server cannot be reached', () => {
  expect(explain(networkError()).detail).toContain('Your input is still here');
});

test('returns the first error of each form field as a sentence', () => {
  const error = new ApiError({
    status: 422,
    code: 'validation_error',
    message: 'm',
    faults: [
      { field: 'name', message: 'must not be empty', code: 'a' },
      { field: 'name', message: 'second', code: 'b' },
      { field: 'elsewhere', message: 'x', code: 'c' },
    ],
  });
  expect(faultsByField(error, ['name', 'email'])).toEqual({ name: 'Must not be empty.' });
  expect(faultsByField(new TypeError('x'), ['name'])).toEqual({});
});

test('states the time until the next attempt, in minutes if the time is long', () => {
  const after = (retryAfter: number) =>
    explain(new ApiError({ status: 429, code: 'TOO_MANY_ATTEMPTS', message: 'm', retryAfter })).detail;
  expect(after(60)).toContain('in 60 seconds');
  expect(after(3600)).toContain('in 60 minutes');
});

test('does not report a canceled passkey request as an error in the app', () => {
  const cancelled = Object.assign(new Error('The operation either timed out or was not allowed.'), {
    name: 'NotAllowedError',
  });
  expect(explain(cancelled)).toMatchObject({ title: 'The passkey was not used', requestId: null });
  expect(explain(new Error('anything else')).title).toBe('Something went wrong on this page');
});

test('keeps the details of an error only if they match the API contract', () => {
  const body = { error: 'SECOND_STEP_REQUIRED', message: 'm', details: { methods: ['totp'] } };
  expect(errorFrom(403, body, new Headers()).details).toEqual({ methods: ['totp'] });
  expect(errorFrom(403, { ...body, details: 'x' }, new Headers()).details).toEqual({});
});

test('states that the outcome of a change is unknown if the response was lost', () => {
  const lost = new ApiError({ status: 0, code: 'TIMEOUT', message: 'x', isOutcomeUnknown: true });
  expect(explain(lost).title).toBe('The server did not respond');
  expect(explain(lost).detail).toContain('we do not know whether your change was saved');
  expect(explain(networkError()).detail).not.toMatch(/nothing was changed/i);
});
