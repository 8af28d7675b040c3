/**
 * Checks that this machine can sign and verify. Uses temporary, untrusted keys, so the check does not use any signature
 * of the installation.
 */
import { verifyDocument } from '@countersign/pades';
import { embedCms, prepareSend, signedParts } from '@countersign/pdf-sign';
import { createIssuingCa, createRoot, createSealCertificate, digestOf, signCades } from '@countersign/pki';
import { BackupError } from '../../platform/backup/errors.ts';

/** @throws BackupError if the new signature is not valid */
export async function signAndVerify(now: Date): Promise<void> {
  const root = await createRoot({ commonName: 'Verification of a backup', now });
  const ca = await createIssuingCa(root, { commonName: 'Verification of a backup, issuing', now });
  const signer = await createSealCertificate(ca, {
    organizationName: 'Verification',
    organizationId: 'verification',
    now,
  });
  const upload = onePage();
  const prepared = prepareSend(upload, {
    signers: [{ key: 'Signer_1' }],
    fileId: new Uint8Array(16),
    date: now,
    certify: { name: 'Verification' },
  });
  if (!prepared.certified) throw new Error('the test document was not certified');
  const { revision } = prepared;
  const cms = await signCades({
    digest: digestOf('sha256', Buffer.concat([upload, ...signedParts(revision)])),
    digestAlgorithm: 'sha256',
    key: signer.key,
    certificate: signer.certificate,
    chain: [ca.certificate, root.certificate],
  });
  const file = Buffer.concat([upload, embedCms(revision, cms)]);
  const report = await verifyDocument(file, { anchors: [root.certificate.der], now: now.toISOString() });
  if (!report.isValid) throw new BackupError('damaged', `The test signature is not valid: ${report.reasons.join(' ')}`);
}

/** Creates the smallest PDF with one page (ISO 32000-1 §7.5). */
function onePage(): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>',
    '<</Type/Page/Parent 2 0 R/Resources<<>>>>',
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  text += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
