import { afterEach, expect, test, vi } from 'vitest';
import {
  addToFolder,
  changeTags,
  commonTags,
  move,
  movesFor,
  remind,
  removeFromFolder,
  voidAll,
} from './bulk-actions.ts';
import { csvOf } from './bulk-files.ts';
import type { Listed, Watch } from './bulk-run.ts';

const listed = (id: string, status: Listed['status'] = 'draft', tags: string[] = []): Listed => ({
  id: `doc_${id}`,
  title: `Title of ${id}`,
  status,
  tags,
});

const WATCH: Watch = { signal: new AbortController().signal, progress: () => undefined };

afterEach(() => vi.unstubAllGlobals());

/** A fake bulk operation that records its requests. */
function server(judge: (id: string) => { success: boolean; status: string | null; message?: string }) {
  const asked: { action: string; documentIds: string[] }[] = [];
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    const request = JSON.parse(body) as (typeof asked)[number];
    asked.push(request);
    const results = request.documentIds.map((documentId) => ({ documentId, ...judge(documentId) }));
    return Promise.resolve(Response.json({ success: true, action: request.action, processed: 0, failed: 0, results }));
  });
  return asked;
}

test('offers only the bulk actions that are available in the current list', () => {
  expect(movesFor([{ status: 'completed' }], false)).toEqual(['archive', 'delete']);
  expect(movesFor([{ status: 'archived' }], false)).toEqual(['restore', 'delete']);
  expect(movesFor([{ status: 'archived' }, { status: 'draft' }], false)).toEqual(['archive', 'restore', 'delete']);
  expect(movesFor([{ status: 'draft' }], true)).toEqual(['restore']);
});

test('names each rejected document with the reason, and lets the user undo the action for the others', async () => {
  const asked = server((id) =>
    id === 'doc_b' ? { success: false, status: 'in-progress', message: 'no' } : { success: true, status: 'archived' },
  );
  const outcome = await move('archive', [listed('a'), listed('b', 'in-progress'), listed('c')], 'archive')(WATCH);
  expect(outcome.text).toBe('2 documents archived, 1 failed');
  expect(outcome.refused).toEqual([
    { id: 'doc_b', title: 'Title of b', why: 'The document is waiting for signatures. Void it first.' },
  ]);
  const undone = await outcome.undo?.(WATCH);
  expect(asked.at(-1)).toEqual({ action: 'restore', documentIds: ['doc_a', 'doc_c'] });
  expect(undone?.text).toBe('2 documents restored');
  expect(undone?.undo).toBeNull();
});

test.each([
  ['delete', 'trash', 'restore'],
  ['restore', 'trash', 'delete'],
  ['restore', 'archive', 'archive'],
] as const)('undoes “%s” (%s) with “%s”', async (action, from, inverse) => {
  const asked = server(() => ({ success: true, status: 'draft' }));
  await (await move(action, [listed('a')], from)(WATCH)).undo?.(WATCH);
  expect(asked.map((request) => request.action)).toEqual([action, inverse]);
});

test('offers no undo if nothing changed', async () => {
  server(() => ({ success: false, status: null }));
  const outcome = await move('delete', [listed('a')], 'trash')(WATCH);
  expect(outcome.undo).toBeNull();
  expect(outcome.refused[0]?.why).toContain('no longer exists');
});

test('edits the tags that several documents have in common', () => {
  const documents = [listed('a', 'draft', ['lease', 'x']), listed('b', 'draft', ['lease', 'y'])];
  expect(commonTags(documents)).toEqual(['lease']);
});

/** A fake server that records request bodies. `answer` returns the response, based on the end of the URL. */
function recording(answer: (url: string, body: Record<string, unknown>) => object) {
  const asked: { url: string; body: Record<string, unknown> }[] = [];
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    const request = { url: url.replace(/.*\/api/, ''), body: JSON.parse(body) as Record<string, unknown> };
    asked.push(request);
    return Promise.resolve(Response.json(answer(request.url, request.body)));
  });
  return asked;
}

test('sends only the changed tags and undoes only those changes', async () => {
  // Another person has added the tag to document b since the list was loaded.
  const asked = recording((url, { addTags, removeTags }) => ({
    document: {},
    changedTags: { added: url.endsWith('_b') ? [] : addTags, removed: removeTags },
  }));
  const documents = [listed('a', 'draft', ['old', 'x']), listed('b', 'draft', ['old'])];
  const outcome = await changeTags(documents, { add: ['new'], remove: ['old'] })(WATCH);
  expect((await outcome.undo?.(WATCH))?.text).toBe('Tags restored on 2 documents');
  expect(asked).toEqual([
    { url: '/documents/doc_a', body: { addTags: ['new'], removeTags: ['old'] } },
    { url: '/documents/doc_b', body: { addTags: ['new'], removeTags: ['old'] } },
    { url: '/documents/doc_a', body: { addTags: ['old'], removeTags: ['new'] } },
    { url: '/documents/doc_b', body: { addTags: ['old'], removeTags: [] } },
  ]);
});

const LEASES = { id: 'fdr_2', name: 'Leases' } as const;

/** The response for a folder that already contained document b. */
const withB = (_url: string, { documentIds }: Record<string, unknown>) => ({
  success: true,
  results: (documentIds as string[]).map((documentId) => ({
    documentId,
    success: true,
    added: documentId !== 'doc_b',
    removed: true,
  })),
});

test('undoes only the folder additions made by this action', async () => {
  const asked = recording(withB);
  const outcome = await addToFolder([listed('a'), listed('b')], LEASES)(WATCH);
  await outcome.undo?.(WATCH);
  expect(asked.at(-1)).toEqual({ url: '/folders/fdr_2/documents/remove', body: { documentIds: ['doc_a'] } });
  expect((await addToFolder([listed('b')], LEASES)(WATCH)).undo).toBeNull();
});

test('keeps a document in both folders after undo if it was in both before the move', async () => {
  const asked = recording(withB);
  const outcome = await addToFolder([listed('a'), listed('b')], LEASES, 'fdr_1')(WATCH);
  const undone = await outcome.undo?.(WATCH);
  expect(asked.slice(1)).toEqual([
    { url: '/folders/fdr_1/documents', body: { documentIds: ['doc_a'], from: 'fdr_2' } },
    { url: '/folders/fdr_1/documents', body: { documentIds: ['doc_b'] } },
  ]);
  expect(undone?.isComplete).toBe(true);
});

test('undoes a removal from a folder only for documents that were in the folder', async () => {
  const asked = recording((_url, { documentIds }) => ({
    success: true,
    results: (documentIds as string[]).map((documentId) => ({
      documentId,
      success: true,
      removed: documentId === 'doc_a',
    })),
  }));
  await (await removeFromFolder([listed('a'), listed('b')], 'fdr_2')(WATCH)).undo?.(WATCH);
  expect(asked.at(-1)).toEqual({ url: '/folders/fdr_2/documents', body: { documentIds: ['doc_a'] } });
});

/**
 * A fake server for single operations. `answer` gets the URL and the number of requests so far, and returns the
 * response.
 */
function answering(answer: (url: string, count: number) => Response | Error) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    const given = answer(url, asked.length);
    return given instanceof Error ? Promise.reject(given) : Promise.resolve(given);
  });
  return asked;
}
const skipped = { success: true, reminded: [], skipped: [{ email: 'a@a.example', reason: 'reminded-recently' }] };

test('sends reminders only for documents in progress, and reports those with nobody to remind', async () => {
  const asked = answering((url) =>
    Response.json(url.includes('doc_b') ? skipped : { success: true, reminded: ['a@a.example'], skipped: [] }),
  );
  const documents = [listed('a', 'in-progress'), listed('b', 'in-progress'), listed('c')];
  const { text, refused, undo } = await remind(documents, ' ')(WATCH);
  expect(text).toBe('Reminders sent for 1 document, 2 failed');
  expect(refused.map(({ id }) => id)).toEqual(['doc_c', 'doc_b']);
  expect(asked.map((url) => url.replace(/.*documents/, ''))).toEqual(['/doc_a/remind', '/doc_b/remind']);
  expect(undo).toBeNull();
});

test('stops at an error that affects every document, and states how many documents were not processed', async () => {
  const limited = { error: 'RATE_LIMIT_EXCEEDED', message: 'Too many requests.', details: {} };
  answering((_, count) =>
    count === 1
      ? Response.json({ success: true, document: {} })
      : Response.json(limited, { status: 429, headers: { 'retry-after': '900' } }),
  );
  const documents = ['a', 'b', 'c'].map((id) => listed(id, 'in-progress'));
  const { text } = await voidAll(documents, 'A mistake')(WATCH);
  expect(text).toBe('1 document voided. Too many requests: 2 not tried');
});

test('does not process the remaining documents after the user stops the action', async () => {
  const stop = new AbortController();
  const asked = answering(() => {
    stop.abort();
    return Response.json({ document: {} });
  });
  const progress = vi.fn<Watch['progress']>();
  const { text } = await changeTags([listed('a'), listed('b')], { add: ['x'], remove: [] })({
    signal: stop.signal,
    progress,
  });
  expect(text).toBe('Tags changed on 1 document. Stopped: 1 not tried');
  expect(asked).toHaveLength(1);
  expect(progress).toHaveBeenCalledWith(0, 2);
});

test('looks up whether each document was voided if the responses were lost', async () => {
  answering((url) =>
    url.includes('/details')
      ? Response.json({
          documents: [
            { id: 'doc_a', status: 'voided', tags: [], deleted_at: null },
            { id: 'doc_b', status: 'in-progress', tags: [], deleted_at: null },
          ].filter(({ id }) => url.includes(id)),
        })
      : Response.json({ error: 'OUTCOME_UNKNOWN', message: 'Unknown.', details: {} }, { status: 503 }),
  );
  const documents = ['a', 'b', 'c'].map((id) => listed(id, 'in-progress'));
  const { text, refused } = await voidAll(documents, 'A mistake')(WATCH);
  expect(text).toBe('1 document voided, 2 failed');
  expect(refused.map(({ id }) => id)).toEqual(['doc_b', 'doc_c']);
  expect(refused[0]?.why).toBe('The action was not carried out. Try again.');
});

test('reports a change that the server made, even if the user stopped the action and the response was lost', async () => {
  const stop = new AbortController();
  answering((url) => {
    if (url.includes('/details'))
      return Response.json({ documents: [{ id: 'doc_a', status: 'draft', tags: ['x'], deleted_at: null }] });
    stop.abort();
    return new TypeError('Failed to fetch');
  });
  const documents = ['a', 'b'].map((id) => listed(id));
  const { text } = await changeTags(documents, { add: ['x'], remove: [] })({ ...WATCH, signal: stop.signal });
  expect(text).toBe('Tags changed on 1 document. Stopped: 1 not tried');
});

test.each([
  ['voiding documents', 'in-progress', (documents: Listed[]) => voidAll(documents, 'A mistake')],
  ['sending reminders', 'in-progress', (documents: Listed[]) => remind(documents, '')],
  [
    'adding documents to a folder',
    'draft',
    (documents: Listed[]) => addToFolder(documents, { id: 'fdr_1', name: 'Leases' }),
  ],
] as const)(
  'stops %s when the connection is lost, and reports how many documents were not processed',
  async (_, status, task) => {
    const asked = answering(() => new TypeError('Failed to fetch'));
    const { text, refused, isComplete } = await task(
      Array.from({ length: 250 }, (_nothing, index) => listed(`${index}`, status)),
    )(WATCH);
    expect(refused[0]?.why).toContain('The response was lost');
    expect(text).toContain(`: ${250 - refused.length} not tried`);
    expect(isComplete).toBe(false);
    expect(new Set(asked).size).toBe(2);
  },
);

test('states that documents were moved back after a move was undone', async () => {
  answering(() => Response.json({ success: true, results: [{ documentId: 'doc_a', success: true }] }));
  const moved = await addToFolder([listed('a')], { id: 'fdr_2', name: 'Leases' }, 'fdr_1')(WATCH);
  expect(moved.text).toBe('1 document is now in “Leases”');
  expect((await moved.undo?.(WATCH))?.text).toBe('1 document moved back');
});

test('treats a document in the archive as restored from the trash if the response was lost', async () => {
  answering((url) =>
    url.includes('/details')
      ? Response.json({ documents: [{ id: 'doc_a', status: 'archived', tags: [], deleted_at: null }] })
      : new TypeError('Failed to fetch'),
  );
  const documents = [listed('a', 'archived')];
  expect((await move('restore', documents, 'trash')(WATCH)).text).toBe('1 document restored');
  expect((await move('restore', documents, 'archive')(WATCH)).refused).toHaveLength(1);
});

test('exports the document list as CSV and prevents values from becoming formulas', () => {
  const text = csvOf([
    {
      ...listed('a', 'completed', ['x', 'y']),
      title: '=HYPERLINK("http://evil.example")',
      owner: { name: 'Ada, Countess' },
      signers: [{ name: 'Bo', email: 'bo@b.example', status: 'signed' }],
      created_at: '2026-01-01T00:00:00.000Z',
      sent_at: null,
      completed_at: null,
      expiration: null,
    } as unknown as Parameters<typeof csvOf>[0][number],
  ]);
  expect(text.startsWith('\u{FEFF}Title,Status,Owner,Recipients,Signed,')).toBe(true);
  expect(text).toContain(
    `"'=HYPERLINK(""http://evil.example"")",Completed,"Ada, Countess",Bo <bo@b.example>,1 of 1,x; y,`,
  );
});
