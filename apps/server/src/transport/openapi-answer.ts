/** The description of the interface as it is served: bytes made once, which a client that has them already is not sent again. */
import { sha256Hex } from '../platform/crypto/tokens.ts';
import { ByteAnswer } from './bytes.ts';
import { encoded } from './encodings.ts';
import { openApiDocument } from './openapi.ts';

export function openApiAnswer(): ByteAnswer {
  const bytes = Buffer.from(JSON.stringify(openApiDocument()));
  return ByteAnswer.ofForms(encoded(bytes), sha256Hex(bytes).slice(0, 32));
}
