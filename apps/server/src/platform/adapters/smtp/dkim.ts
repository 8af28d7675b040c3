/**
 * The key that signs outgoing mail (RFC 6376), checked at startup because the library sends unsigned mail if the key is
 * invalid.
 */
import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';

export type DkimKey = { readonly domainName: string; readonly keySelector: string; readonly privateKey: string };

/** The minimum key length. Receivers ignore signatures with shorter keys (RFC 8301 §3.2). */
const MIN_BITS = 1024;

/**
 * The signed headers: everything that a reader sees or a program acts on (RFC 6376 §5.4.1), and the headers that
 * one-click unsubscribe requires to be signed (RFC 8058 §4).
 */
export const DKIM_HEADERS =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:In-Reply-To:References:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post';

/** @throws Error with one line that begins with the setting's name */
export async function readDkim(
  settings: { domain: string; selector: string; keyFile: string } | undefined,
): Promise<DkimKey | undefined> {
  if (!settings) return undefined;
  const { domain, selector, keyFile } = settings;
  const fault = (why: string, cause?: unknown) => new Error(`DKIM_KEY: ${keyFile} ${why}`, { cause });
  const privateKey = await readFile(keyFile, 'utf8').catch((cause: unknown) => {
    throw fault('cannot be read', cause);
  });
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = parse(privateKey, fault);
  // The key must be RSA. Few receivers verify Ed25519 (RFC 8463), and it would require an additional signature.
  if (type !== 'rsa') throw fault(`must contain an RSA key, not ${type ?? 'another'}`);
  if ((details?.modulusLength ?? 0) < MIN_BITS)
    throw fault(`must contain a key of at least ${MIN_BITS} bits (2048 recommended)`);
  return { domainName: domain, keySelector: selector, privateKey };
}

function parse(pem: string, fault: (why: string, cause: unknown) => Error) {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw fault('must contain a private key as PEM, without a password', cause);
  }
}
