/**
 * Extracts the signatures of a PDF using only the syntax of ISO 32000-2 12.8.1, because our own reader must not be used
 * to check itself.
 */

export interface EmbeddedSignature {
  subFilter: string;
  byteRange: readonly [number, number, number, number];
  /** The container in /Contents without the zero padding. */
  der: Buffer;
  /** The signed bytes before and after /Contents. */
  content: readonly [Buffer, Buffer];
}

/** Returns the signatures in file order, which is the order of signing. */
export function embeddedSignatures(pdf: Buffer): EmbeddedSignature[] {
  const found: EmbeddedSignature[] = [];
  for (let at = pdf.indexOf('/ByteRange'); at >= 0; at = pdf.indexOf('/ByteRange', at + 1)) {
    const dictionary = pdf.toString('latin1', pdf.lastIndexOf(' obj', at), pdf.indexOf('endobj', at));
    const numbers = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)/.exec(dictionary)?.slice(1).map(Number) ?? [];
    const [from = 0, before = 0, behind = 0, length = 0] = numbers;
    found.push({
      subFilter: /\/SubFilter\s*\/([\w.]+)/.exec(dictionary)?.[1] ?? '',
      byteRange: [from, before, behind, length],
      der: withoutPadding(Buffer.from(pdf.toString('latin1', from + before + 1, behind - 1), 'hex')),
      content: [pdf.subarray(from, from + before), pdf.subarray(behind, behind + length)],
    });
  }
  return found;
}

/** Removes the padding. The length in the DER header determines the end (X.690 §8.1.3). */
function withoutPadding(bytes: Buffer): Buffer {
  const first = bytes[1] ?? 0;
  const octets = first < 0x80 ? 0 : first & 0x7f;
  const length = octets === 0 ? first : bytes.readUIntBE(2, octets);
  return bytes.subarray(0, 2 + octets + length);
}
