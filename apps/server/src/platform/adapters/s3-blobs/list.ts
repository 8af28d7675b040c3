import { DOMParser } from '@xmldom/xmldom';
import { readText, type S3Client } from './client.ts';
import { S3Failure, unavailable } from './failure.ts';

/** A page of `ListObjectsV2` at a time: never more than a thousand keys in memory. What is not named like a blob is none of ours. */
export async function* listKeys(client: S3Client, isOurs: (key: string) => boolean): AsyncGenerator<string> {
  let token: string | undefined;
  do {
    const query = { 'list-type': '2', 'max-keys': '1000', ...(token !== undefined && { 'continuation-token': token }) };
    const page = await client
      .ask({ method: 'GET', query }, readText)
      .then(readPage)
      .catch((error: unknown) => {
        throw unavailable(error);
      });
    for (const key of page.keys) if (isOurs(key)) yield key;
    token = page.next;
  } while (token !== undefined);
}

/** @throws S3Failure for what is no list */
export function readPage(xml: string): { keys: string[]; next: string | undefined } {
  const root = parse(xml);
  const texts = (name: string) => Array.from(root.getElementsByTagName(name), (element) => element.textContent ?? '');
  const next = texts('IsTruncated')[0] === 'true' ? texts('NextContinuationToken')[0] : undefined;
  return { keys: texts('Key'), next };
}

function parse(xml: string) {
  try {
    const root = new DOMParser().parseFromString(xml, 'text/xml').documentElement;
    if (root?.localName === 'ListBucketResult') return root;
  } catch (cause) {
    throw new S3Failure(200, 'NoList', 'the answer is not a list of objects', { cause });
  }
  throw new S3Failure(200, 'NoList', 'the answer is not a list of objects');
}
