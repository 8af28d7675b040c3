import { ERRORS, type ErrorCode, REASONS } from '@countersign/contract';
import { expect } from 'vitest';
import { type Answer, comparableText } from './caller.ts';

/**
 * Expects the flat form of an error: exactly these properties, the status in the catalog, and no more details than
 * expected.
 */
export function expectError(answer: Answer, code: ErrorCode, details: object = DETAILS[code] ?? {}): void {
  const [status] = ERRORS[code];
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: {
      error: code,
      message: expect.stringMatching(/\S/),
      details: status >= 500 ? { ...details, requestId: answer.headers.get('x-request-id') } : details,
      ...about(code),
    },
  });
  expect(answer.text).not.toMatch(/node_modules|\.ts:\d|at async/);
  if (status === 429 || status === 503) expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
}

const DETAILS: Partial<Record<ErrorCode, object>> = {
  UNSUPPORTED_MEDIA_TYPE: { contentType: expect.any(String), accepted: expect.any(Array) },
};

/** A replayed response contains the request ID of the original response. */
const about = (anchor: string) => ({
  requestId: expect.stringMatching(/^req_/),
  documentationUrl: expect.stringMatching(new RegExp(`^http.*/docs/reference/errors#${anchor}$`)),
});

interface ValidationBody {
  error: {
    code: string;
    message: string;
    field: string;
    status: number;
    reason?: string;
    errors: { field: string; message: string; code: string; limit?: number }[];
  };
}

/**
 * Expects the object form of a 422. It contains the first error, and all errors in `errors`. `reason` is an additional
 * code, if there is one.
 */
export function expectInvalid(answer: Answer, field: string, reason?: string): ValidationBody['error'] {
  expect(answer.status, answer.text.slice(0, 1000)).toBe(422);
  const { error } = answer.body as ValidationBody;
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 422,
    body: {
      error: {
        code: 'validation_error',
        message: expect.stringContaining(field),
        field,
        status: 422,
        // If no separate reason is expected, the reason is the first error's code.
        ...('reason' in error && { reason: reason ?? error.errors[0]?.code }),
        errors: expect.arrayContaining([
          expect.objectContaining({
            field,
            message: expect.stringMatching(/\S/),
            code: expect.toBeOneOf(Object.keys(REASONS)),
          }),
        ]),
      },
      ...about(error.reason === undefined ? 'validation_error' : `reason-${error.reason}`),
    },
  });
  if (reason !== undefined) expect(error.reason).toBe(reason);
  expect(error.errors[0]?.field).toBe(field);
  return error;
}

/**
 * Returns a response without the parts that depend on the ID in the request, so that responses for different IDs can be
 * compared.
 */
export function anonymous(answer: Answer, id: string): object {
  const headers = [...answer.headers].filter(
    ([name]) =>
      !['x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit', 'date', 'content-length'].includes(
        name,
      ),
  );
  const text = comparableText(answer).replaceAll(JSON.stringify(id).slice(1, -1), '<id>');
  return { status: answer.status, headers, text };
}

/** Returns the statuses of concurrent requests in ascending order, because the order of the responses is random. */
export function statusesOf(answers: readonly { status: number }[]): number[] {
  return answers.map(({ status }) => status).toSorted((one, other) => one - other);
}
