import { writeFile } from 'node:fs/promises';
import type { EmbeddedSignature } from './embedded-signatures.ts';
import { inFolder, runTool } from './folder.ts';

/**
 * Verifies the signature, signing-certificate-v2 and path of a CAdES container, with `root` (PEM) as the trust anchor.
 * Throws an error with OpenSSL's output if it is invalid.
 */
export async function verifyCades({ der, content }: EmbeddedSignature, root: string): Promise<void> {
  await inFolder(async (file) => {
    await Promise.all([
      writeFile(file('signature.der'), der),
      writeFile(file('content'), content),
      writeFile(file('root.pem'), root),
    ]);
    const input = ['-inform', 'DER', '-in', file('signature.der'), '-content', file('content'), '-binary'];
    await runTool('openssl', ['cms', '-verify', '-cades', ...input, '-CAfile', file('root.pem'), '-out', '/dev/null']);
  });
}

/**
 * Verifies a time-stamp token over `data`: imprint, signature, purpose and path (RFC 3161). Throws an error with
 * OpenSSL's output if it is invalid.
 */
export async function verifyTimestamp(token: Buffer, data: Buffer | readonly Buffer[], root: string): Promise<void> {
  await inFolder(async (file) => {
    await Promise.all([
      writeFile(file('token.der'), token),
      writeFile(file('data'), data),
      writeFile(file('root.pem'), root),
    ]);
    const input = ['-token_in', '-in', file('token.der'), '-data', file('data')];
    await runTool('openssl', ['ts', '-verify', ...input, '-CAfile', file('root.pem')]);
  });
}

/**
 * Returns the signature value of a container's signer and the time-stamp token over it (RFC 5652 §5.3, RFC 3161
 * appendix A).
 */
export async function signatureTimestamp(der: Buffer): Promise<{ value: Buffer; token: Buffer }> {
  const nodes = await inFolder(async (file) => {
    await writeFile(file('signature.der'), der);
    const { stdout } = await runTool('openssl', ['asn1parse', '-inform', 'DER', '-in', file('signature.der')]);
    return stdout.toString().split('\n').map(readNode);
  });
  // The value is the only OCTET STRING among the members of ContentInfo > [0] > SignedData > signerInfos > SignerInfo.
  const value = nodes.find((node) => node?.depth === 5 && node.text.startsWith('OCTET STRING'));
  const attribute = nodes.findIndex((node) => node?.text.includes(':id-smime-aa-timeStampToken'));
  // Attribute ::= SEQUENCE { type, SET OF { token } }
  const token = attribute < 0 ? undefined : nodes[attribute + 2];
  if (value === undefined || token === undefined) throw new Error('The signature has no time-stamp.');
  return {
    value: der.subarray(value.at + value.header, value.at + value.header + value.length),
    token: der.subarray(token.at, token.at + token.header + token.length),
  };
}

type Node = { at: number; depth: number; header: number; length: number; text: string };

function readNode(line: string): Node | undefined {
  const [, at, depth, header, length, text = ''] =
    /^\s*(\d+):d=(\d+)\s+hl=(\d+)\s+l=\s*(\d+) (?:prim|cons): (.*)$/.exec(line) ?? [];
  return at === undefined
    ? undefined
    : { at: Number(at), depth: Number(depth), header: Number(header), length: Number(length), text };
}
