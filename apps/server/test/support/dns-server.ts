import { createSocket } from 'node:dgram';
import { afterFile } from './after-file.ts';

/**
 * A DNS server on loopback that serves TXT records. It responds that other names do not exist, and stops when the test
 * file ends.
 */
export async function startDnsServer(): Promise<{
  address: string;
  records: Map<string, string[]>;
  silence: () => Promise<void>;
}> {
  const records = new Map<string, string[]>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => socket.send(answerTo(query, records), port, address));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  let closed: Promise<void> | undefined;
  const silence = () => (closed ??= new Promise((resolve) => socket.close(() => resolve())));
  afterFile(silence);
  return { address: `127.0.0.1:${port}`, records, silence };
}

/** Builds a response (RFC 1035 §4.1). */
function answerTo(query: Buffer, records: ReadonlyMap<string, string[]>): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const question = query.subarray(12, at + 5);
  const texts = records.get(labels.join('.').toLowerCase());
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(texts ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts?.length ?? 0, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, question, ...(texts ?? []).map(textRecord)]);
}

function textRecord(text: string): Buffer {
  const pieces = text.match(/[^]{1,255}/g) ?? [''];
  const data = Buffer.concat(pieces.flatMap((piece) => [Buffer.from([piece.length]), Buffer.from(piece, 'latin1')]));
  // The head of the answer: a pointer to the name in the question, the type TXT, the class IN, and a TTL of ten
  // minutes.
  const head = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 2, 0x58, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
