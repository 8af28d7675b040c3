import { DOMParser } from '@xmldom/xmldom';
import { readText, type S3Client } from './client.ts';
import { S3Failure, unavailable } from './failure.ts';

export type Listed = { key: string; size: number };

/**
 * Yields objects with a name prefix, in byte order: one page of `ListObjectsV2` at a time, never more than a thousand
 * in memory.
 */
export async function* listObjects(client: S3Client, prefix = ''): AsyncGenerator<Listed> {
  for await (const { objects } of pages(client, prefix)) yield* objects;
}

/** Yields the part of each name after the prefix, up to the next slash. */
export async function* listFolders(client: S3Client, prefix: string): AsyncGenerator<string> {
  for await (const { folders } of pages(client, prefix, '/'))
    for (const folder of folders) yield folder.slice(prefix.length, -1);
}

type Page = { objects: Listed[]; folders: string[]; next: string | undefined };

async function* pages(client: S3Client, prefix: string, delimiter?: string): AsyncGenerator<Page> {
  const asked = {
    'list-type': '2',
    'max-keys': '1000',
    ...(prefix !== '' && { prefix }),
    ...(delimiter && { delimiter }),
  };
  let token: string | undefined;
  do {
    const query = { ...asked, ...(token !== undefined && { 'continuation-token': token }) };
    const page = await client
      .ask({ method: 'GET', query }, readText)
      .then(readPage)
      .catch((error: unknown) => {
        throw unavailable(error);
      });
    yield page;
    token = page.next;
  } while (token !== undefined);
}

/** @throws S3Failure for a response that is not a list */
export function readPage(xml: string): Page {
  const root = parseXml(xml, 'ListBucketResult');
  const sizes = textsOf(root, 'Size');
  const objects = textsOf(root, 'Key').map((key, at) => ({ key, size: Number(sizes[at]) }));
  const folders = Array.from(
    root.getElementsByTagName('CommonPrefixes'),
    (element) => textsOf(element, 'Prefix')[0] ?? '',
  );
  const next = textsOf(root, 'IsTruncated')[0] === 'true' ? textsOf(root, 'NextContinuationToken')[0] : undefined;
  return { objects, folders, next };
}

export const textsOf = (element: Pick<XmlElement, 'getElementsByTagName'>, name: string): string[] =>
  Array.from(element.getElementsByTagName(name), (one) => one.textContent ?? '');

type XmlElement = NonNullable<ReturnType<DOMParser['parseFromString']>['documentElement']>;

/** Returns the root element of a response. @throws S3Failure if it has another name */
export function parseXml(xml: string, name: string): XmlElement {
  const failure = (cause?: unknown) => new S3Failure(200, `No${name}`, `the response is not a ${name}`, { cause });
  try {
    const root = new DOMParser().parseFromString(xml, 'text/xml').documentElement;
    if (root?.localName === name) return root;
  } catch (cause) {
    throw failure(cause);
  }
  throw failure();
}
