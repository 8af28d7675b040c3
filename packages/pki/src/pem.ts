import { PkiError } from './errors.ts';

/**
 * Encodes one DER value as PEM (RFC 7468). Never throws. @param label such as `CERTIFICATE`, `X509 CRL` or `PRIVATE
 * KEY`
 */
export function toPem(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

const MAX_PEM_CHARACTERS = 16 * 1024 * 1024;

/**
 * Reads all blocks with a label, in order. Text between blocks is skipped.
 * @throws PkiError malformed_pem if there is no block, or a block is broken
 */
export function fromPem(label: string, text: string): Buffer[] {
  if (text.length > MAX_PEM_CHARACTERS) throw new PkiError('malformed_pem', 'the text is too large');
  const begin = `-----BEGIN ${label}-----`;
  const end = `-----END ${label}-----`;
  const blocks: Buffer[] = [];
  for (let at = text.indexOf(begin); at !== -1;) {
    const stop = text.indexOf(end, at);
    if (stop === -1) throw new PkiError('malformed_pem', `a ${label} block has no end`);
    blocks.push(decodeBase64(text.slice(at + begin.length, stop)));
    at = text.indexOf(begin, stop + end.length);
  }
  if (blocks.length === 0) throw new PkiError('malformed_pem', `there is no ${label} block`);
  return blocks;
}

function decodeBase64(text: string): Buffer {
  const compact = text.replace(/[\t\r\n ]+/g, '');
  if (compact.length === 0 || compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact))
    throw new PkiError('malformed_pem', 'it is not base64');
  return Buffer.from(compact, 'base64');
}
