import { spawnSync } from 'node:child_process';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { verifyPdf } from '@countersign/pdf-sign';
import type { SignatureInput } from '@countersign/pdf-sign';
import { digestOf, parseCms, toPem, verifyCms } from '@countersign/pki';
import type { Certificate } from '@countersign/pki';

// Runs third-party programs on our signed files, and reads their reports.

/** A signature with the bytes that it covers. */
export interface Extracted {
  readonly field: string;
  readonly kind: SignatureInput['kind'];
  readonly container: Buffer;
  readonly covered: Buffer;
}

/** Extracts the signatures of a file, in the order of signing. */
export async function extract(file: Buffer): Promise<Extracted[]> {
  const { signatures } = await verifyPdf(file, { verifySignature: ({ contents }) => Buffer.from(contents) });
  return signatures.map(({ field, kind, byteRange, check }) => {
    if (byteRange === null || check === null) throw new Error(`The field ${field} has no signature.`);
    const [start, before, after, rest] = byteRange;
    const covered = Buffer.concat([file.subarray(start, before), file.subarray(after, after + rest)]);
    return { field, kind, container: check, covered };
  });
}

/** Runs the programs in a temporary folder. Call `close` when the test ends. */
export class Judges {
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'judges-'));
  private readonly at = (name: string): string => path.join(this.folder, name);

  /** Creates the folder. `trust` contains the root, and intermediate certificates that a container need not include. */
  constructor(root: Certificate, others: readonly Certificate[] = []) {
    this.write('root.pem', toPem('CERTIFICATE', root.der));
    this.write('others.pem', [root, ...others].map(({ der }) => toPem('CERTIFICATE', der)).join(''));
  }

  close(): void {
    rmSync(this.folder, { recursive: true });
  }

  private write(name: string, content: string | Uint8Array): string {
    writeFileSync(this.at(name), content);
    return this.at(name);
  }

  /** Returns the errors reported by `qpdf --check`. Empty for a valid file. */
  qpdf(file: Buffer): string {
    const { status, stdout, stderr } = spawnSync('qpdf', ['--check', this.write('file.pdf', file)], {
      encoding: 'utf8',
    });
    return status === 0 && stdout.includes('No syntax or stream encoding errors') ? '' : `${stdout}${stderr}`;
  }

  /** Returns the result of `pdfsig` for the signature in each field, such as `Signature is Valid.` */
  pdfsig(file: Buffer): Map<string, string> {
    // -nocert is used because pdfsig would otherwise use the trusted roots of a browser profile, which also affect its
    // exit code.
    const { stdout } = spawnSync('pdfsig', ['-nocert', this.write('file.pdf', file)], { encoding: 'utf8' });
    return new Map(
      stdout
        .split(/^Signature #\d+:$/m)
        .slice(1)
        .map((part) => [line(part, 'Signature Field Name'), line(part, 'Signature Validation')]),
    );
  }

  /**
   * Runs `openssl cms -verify -cades`. Returns why a signature is not valid up to the root, or an empty string if it is
   * valid.
   */
  opensslCms({ container, covered }: Extracted): string {
    return this.openssl(
      ['cms', '-verify', '-cades', '-binary', '-inform', 'DER', '-in', this.write('cms.der', container)],
      [
        '-content',
        this.write('covered', covered),
        '-CAfile',
        this.at('root.pem'),
        '-purpose',
        'any',
        '-out',
        '/dev/null',
      ],
    );
  }

  /**
   * Runs `openssl ts -verify`. Returns why a time-stamp over the given bytes is not valid, or an empty string if it is
   * valid.
   */
  opensslTs(token: Buffer, data: Buffer): string {
    return this.openssl(
      ['ts', '-verify', '-token_in', '-in', this.write('token.der', token), '-data', this.write('stamped', data)],
      ['-CAfile', this.at('root.pem'), '-untrusted', this.at('others.pem')],
    );
  }

  private openssl(...parameters: readonly string[][]): string {
    const { status, stdout, stderr } = spawnSync('openssl', parameters.flat(), { encoding: 'utf8' });
    return status === 0 ? '' : `${stdout}${stderr}`;
  }
}

function line(text: string, name: string): string {
  return new RegExp(String.raw`- ${name}: (.*)`).exec(text)?.[1]?.trim() ?? '';
}

/** Returns the signature time-stamp in a container, and the signature value that it covers. */
export function stampIn({ container, covered }: Extracted): { token: Buffer; stamped: Buffer } {
  const { timestampToken, cms } = verifyCms({ der: container, digestOf: (algorithm) => digestOf(algorithm, covered) });
  if (timestampToken === undefined || cms === undefined) throw new Error('The signature has no time-stamp.');
  return { token: timestampToken, stamped: cms.signature };
}

/**
 * Verifies Ed25519 signatures with Node's cryptography, because the other programs do not support them. According to
 * RFC 8419, the signature is over the signed attributes, which contain the content's SHA-512. Returns an empty string
 * if the signature is valid.
 */
export function nodeEd25519({ container, covered }: Extracted, signer: Certificate): string {
  const { signedBytes, signature } = parseCms(container);
  if (signedBytes === undefined) return 'there are no signed attributes';
  if (!signedBytes.includes(createHash('sha512').update(covered).digest())) return 'another content is signed';
  const key = createPublicKey({ key: signer.spki, type: 'spki', format: 'der' });
  return verify(null, signedBytes, key, signature) ? '' : 'the signature does not hold';
}
