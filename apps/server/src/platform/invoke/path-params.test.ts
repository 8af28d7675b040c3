import { declaredParam, type Operation, operations } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { parseParams } from './path-params.ts';

const SIGNER = 'sgn_01jd00000000000000000000aa';

function refusal(operation: Operation, given: Record<string, unknown>): unknown {
  try {
    parseParams(operation, given);
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, details: error.details };
    throw error;
  }
  return undefined;
}

describe('path parameters of the operations', () => {
  const all: Operation[] = Object.values(operations);
  const named = all.flatMap((operation) =>
    [...operation.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [operation.id, name, operation] as const),
  );

  test('tests more than 70 path parameters', () => {
    expect(named.length).toBeGreaterThan(70);
  });

  test.each(named)('%s :%s: returns an error that the operation declares if the value is invalid', (_, name, one) => {
    expect(one.errors).toContain(declaredParam(one, name)?.notFound);
  });

  test.each(all.filter(({ params }) => params))(
    '$id: accepts only the parameters that occur in its path',
    (operation) => {
      const inPath = [...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      expect(new Set(Object.keys(operation.params?.shape ?? {}))).toEqual(new Set(inPath));
    },
  );
});

describe('path parameter with an invalid format', () => {
  test('returns the same response for an invalid ID as for an unknown ID', () => {
    expect(refusal(operations.getBulkSend, { id: 'nothing' })).toEqual({
      code: 'BULK_SEND_NOT_FOUND',
      details: { bulkSendId: 'nothing' },
    });
  });

  test('uses the name of the path parameter in the error', () => {
    const given = { integrationId: 'whk_01jd00000000000000000000aa', deliveryId: 'nothing' };
    expect(refusal(operations.redeliverWebhook, given)).toEqual({
      code: 'DELIVERY_NOT_FOUND',
      details: { deliveryId: 'nothing' },
    });
  });

  test("reports an invalid link if the signer's own ID is invalid, and an unknown signer if the ID of another signer is invalid", () => {
    const { openPackageDocument } = operations;
    expect(refusal(openPackageDocument, { signerId: 'x', otherSignerId: SIGNER })).toEqual({
      code: 'INVALID_LINK',
      details: {},
    });
    expect(refusal(openPackageDocument, { signerId: SIGNER, otherSignerId: 'x' })).toEqual({
      code: 'SIGNER_NOT_FOUND',
      details: { otherSignerId: 'x' },
    });
  });

  test('reports an invalid page number as an unknown URL', () => {
    expect(refusal(operations.getSigningPage, { signerId: SIGNER, n: 'x' })).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('returns the error of the invalid parameter, not the error of another parameter', () => {
    const { revokeCertificate } = operations;
    const reversed: Operation = { ...revokeCertificate, errors: revokeCertificate.errors.toReversed() };
    const given = { id: 'x', signerId: SIGNER };
    expect(refusal(reversed, given)).toEqual({ code: 'DOCUMENT_NOT_FOUND', details: { documentId: 'x' } });
  });
});
