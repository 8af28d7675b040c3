import { exportPkcs8, toPem } from '@countersign/pki';
import type { NewIdentity } from '@countersign/pki';

import { withFiles } from '../../pki/src/test-kit.ts';

/** Creates a PKCS#12 file with OpenSSL. */
export function toPkcs12({ privateKey, certificate, chain }: NewIdentity, passphrase: string): Promise<Buffer> {
  const files = {
    'key.pem': toPem('PRIVATE KEY', exportPkcs8(privateKey)),
    'leaf.pem': toPem('CERTIFICATE', certificate.der),
    'chain.pem': chain.map(({ der }) => toPem('CERTIFICATE', der)).join(''),
    pass: `${passphrase}\n`,
  };
  return withFiles(files, (openssl) => {
    const from = ['-inkey', 'key.pem', '-in', 'leaf.pem', '-certfile', 'chain.pem', '-passout', 'file:pass'];
    const { ok, text, stdout } = openssl('pkcs12', '-export', ...from);
    if (!ok) throw new Error(text);
    return stdout;
  });
}
