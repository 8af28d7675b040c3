/** Serves the API description. */
import { sha256Hex } from '../../platform/crypto/tokens.ts';
import type { Feature } from '../../platform/feature.ts';
import { ByteAnswer } from '../../platform/invoke/answers.ts';
import { encoded } from '../http/encodings.ts';
import { openApiDocument } from './document.ts';

/** The cached description. Generating it takes a quarter of a second, and callers need no credential to request it. */
let description: ByteAnswer | undefined;

function describe(): ByteAnswer {
  const bytes = Buffer.from(JSON.stringify(openApiDocument()));
  return ByteAnswer.ofForms(encoded(bytes), sha256Hex(bytes).slice(0, 32));
}

export const openapi = {
  name: 'openapi',
  operations: () => ({ getOpenApi: async () => (description ??= describe()) }),
} satisfies Feature<object>;
