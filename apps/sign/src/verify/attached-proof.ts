/**
 * Finds the log proof that a certificate of completion contains (docs/understand/audit-log-format.md). It is an
 * uncompressed or deflated stream of the type EmbeddedFile, as our server writes it.
 */
export type AttachedProof = { proof: string; keys: string };

const MAX_FILE_BYTES = 10 * 1024 * 1024;
const MAX_TEXT_BYTES = 512 * 1024;
const PROOF_START = 'c2sp.org/tlog-proof@v1\n';
const KEY_LINE = /^[^+\s]+\+[0-9a-f]{8}\+\S+$/;

export async function findProof(file: Blob): Promise<AttachedProof | undefined> {
  if (file.size > MAX_FILE_BYTES) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Each byte becomes one character, so that positions in the text and in the file are equal.
  const text = new TextDecoder('latin1').decode(bytes);
  let [proof, keys]: [string | undefined, string] = [undefined, ''];
  for (const match of text.matchAll(/\/EmbeddedFile\b/g)) {
    const content = await contentAfter(match.index, text, bytes);
    if (content?.startsWith(PROOF_START)) proof = content;
    else if (content?.split('\n').every((line) => line === '' || KEY_LINE.test(line))) keys = content;
  }
  return proof === undefined ? undefined : { proof, keys };
}

/** Returns the stream whose dictionary is at this position. */
async function contentAfter(at: number, text: string, bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const opening = /stream\r?\n/g;
  opening.lastIndex = at;
  const begin = opening.exec(text);
  const dictionaryStart = text.lastIndexOf(' obj', at);
  if (begin === null || text.slice(at, begin.index).includes('endobj')) return undefined;
  const dictionary = text.slice(dictionaryStart, begin.index);
  const start = begin.index + begin[0].length;
  const [, length] = /\/Length (\d+)(?! \d+ R)\b/.exec(dictionary) ?? [];
  const end = length === undefined ? text.indexOf('endstream', start) : start + Number(length);
  if (end < start || end - start > MAX_TEXT_BYTES) return undefined;
  const own = bytes.slice(start, end);
  if (!dictionary.includes('/FlateDecode')) return new TextDecoder().decode(own);
  return inflate(own);
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += decoder.decode(part.value, { stream: true });
      if (text.length > MAX_TEXT_BYTES) return undefined;
    }
    return text;
  } catch {
    return undefined;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
