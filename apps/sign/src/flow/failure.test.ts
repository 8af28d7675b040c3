import { describe, expect, it } from 'vitest';
import { errorFrom } from '@countersign/client';
import { endsTheVisit, failureOfError, fieldOfFault, handBackOf, isTemporary } from './failure.ts';

type Rest = { retryAfter?: string; requestId?: string; withBearer?: boolean };
const answer = (status: number, body: unknown, { retryAfter, requestId, withBearer = true }: Rest = {}) => {
  const headers = new Headers();
  if (retryAfter !== undefined) headers.set('retry-after', retryAfter);
  if (requestId !== undefined) headers.set('x-request-id', requestId);
  return failureOfError(errorFrom(status, body, headers), withBearer);
};
const flat = (code: string, details: unknown = {}) => ({ error: code, message: '…', details });
const about = { title: 'Mutual NDA', sender: { name: 'Grace', email: 'grace@northwind.example' } };

describe('error responses on the signing page', () => {
  it.each([
    [410, 'DOCUMENT_EXPIRED', 'expired'],
    [410, 'DOCUMENT_VOIDED', 'voided'],
    [410, 'LINK_EXPIRED', 'unreadable'],
  ] as const)('ends the visit and names the contact after a %i response with %s', (status, code, kind) => {
    const failure = answer(status, flat(code, about));
    expect(failure).toEqual({ kind, about });
    expect(endsTheVisit(failure)).toBe(true);
  });

  it('returns how an in-person session ended, or null if it has not ended', () => {
    const over = answer(410, flat('IN_PERSON_ENDED', { status: 'signed' }));
    expect(over).toEqual({ kind: 'hand-back', end: 'signed' });
    expect(handBackOf(over)).toBe('signed');
    expect(handBackOf({ kind: 'session-ended' })).toBe('expired');
    expect(handBackOf({ kind: 'voided', about: null })).toBe('ended');
    expect(handBackOf({ kind: 'offline' })).toBeNull();
  });

  it("accepts an error response without the sender's name", () => {
    expect(answer(410, flat('DOCUMENT_VOIDED', { title: 7 }))).toEqual({ kind: 'voided', about: null });
  });

  it('distinguishes a refused signing link from an expired session', () => {
    expect(answer(401, flat('INVALID_LINK'), { withBearer: false }).kind).toBe('wrong-link');
    expect(answer(401, flat('INVALID_LINK'), { withBearer: true }).kind).toBe('session-ended');
  });

  it('distinguishes a signer whose turn has not come from a signer who has already signed', () => {
    expect(answer(409, flat('NOT_YOUR_TURN')).kind).toBe('not-your-turn');
    expect(answer(409, flat('ALREADY_SIGNED')).kind).toBe('already-signed');
  });

  it.each([500, 502, 503, 429])(
    'treats a %i response as temporary and does not end the visit, even if a proxy sends it without JSON',
    (status) => {
      const failure = answer(status, null, { retryAfter: '5', requestId: 'req_1' });
      expect(failure).toEqual({ kind: 'unavailable', retryAfter: 5, requestId: 'req_1' });
      expect(isTemporary(failure)).toBe(true);
      expect(endsTheVisit(failure)).toBe(false);
    },
  );

  it('ignores a Retry-After header that is neither seconds nor a date', () => {
    expect(answer(503, null, { retryAfter: 'soon' })).toMatchObject({ retryAfter: null });
  });

  it('returns every listed error of a 422 response, or its main error if none are listed', () => {
    const one = { field: 'fields[1].value', message: 'too long', code: 'too_long' };
    const listed = { error: { code: 'validation_error', message: 'x', field: 'a', status: 422, errors: [one] } };
    expect(answer(422, listed)).toEqual({ kind: 'invalid', faults: [one] });
    const single = { error: { code: 'validation_error', message: 'must be true', field: 'consent', status: 422 } };
    expect(answer(422, single)).toEqual({
      kind: 'invalid',
      faults: [{ field: 'consent', message: 'must be true', code: 'validation_error' }],
    });
  });

  it('shows the message of an error with an unknown code', () => {
    expect(answer(413, flat('BODY_TOO_LARGE'))).toMatchObject({ kind: 'other', message: '…' });
  });
});

describe('field of an error', () => {
  const sent = [{ id: 'fld_a' }, { id: 'fld_b' }];
  it.each([
    ['fields[1].value', 'fld_b'],
    ['fields.0', 'fld_a'],
    ['fields[9].value', null],
    ['fld_c', 'fld_c'],
    ['signature.data', null],
  ])('maps the error in %s to the field %s', (field, id) => {
    expect(fieldOfFault({ field, message: '', code: '' }, sent)).toBe(id);
  });
});
