/** The `watch` command, which shows a document's events until the document is no longer in progress. */
import { ApiError, type Countersign, DocumentEndedError } from '@countersign/sdk/source';
import { CommandError, ExitCode } from '../command-error.ts';
import { harmless, type Terminal } from '../terminal.ts';
import { defineCommand, jsonLine } from './command.ts';
import { connect } from './connection.ts';
import { readDuration } from './people.ts';

type Ended = Awaited<ReturnType<Countersign['documents']['waitUntilCompleted']>>;

/**
 * Waits until the document is completed. Throws CommandError with code 1 if the document ended in another state, with
 * code 75 after a timeout, or with code 130 after Ctrl-C.
 */
export async function waitForEnd(
  countersign: Countersign,
  documentId: string,
  terminal: Terminal,
  timeoutMs?: number,
): Promise<Ended> {
  const signal = terminal.interrupted?.();
  try {
    return await countersign.documents.waitUntilCompleted(documentId, { signal, timeoutMs });
  } catch (error) {
    if (error instanceof DocumentEndedError)
      throw new CommandError(ExitCode.invalid, error.message, error, { status: error.status });
    if (error instanceof ApiError) throw error;
    if (signal?.aborted === true) throw new CommandError(ExitCode.interrupted, 'Interrupted.', error);
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new CommandError(ExitCode.later, error.message, error);
    throw error;
  }
}

export const watch = defineCommand({
  name: 'watch',
  takes: 'DOCUMENT',
  summary: 'Show the events of a document until it is completed',
  details: `Exits with 0 when the document is completed, and with 1 when it is declined or voided,
or when it expires. With --json, each event is one line of JSON.`,
  count: [1, 1],
  options: {
    timeout: { type: 'string', value: 'TIME', about: 'the longest wait, such as 90s, 15m or 2h; exits with 75' },
  },
  examples: ['countersign watch doc_…', 'countersign watch doc_… --timeout 1h && countersign download doc_…'],
  async run({ arguments: [id = ''], values, terminal, isJson }) {
    const timeoutMs = values.timeout === undefined ? undefined : readDuration(values.timeout) * 1000;
    const { countersign } = connect(terminal, values.profile);
    const stop = new AbortController();
    const follow = async (): Promise<void> => {
      for await (const event of countersign.events.listenToDocument(id, { signal: stop.signal })) {
        const signer = event.data.object['signer'] as { name?: string; email?: string } | undefined;
        const who = signer ? `  ${signer.name ?? ''} <${signer.email ?? ''}>` : '';
        const time = new Date(event.created * 1000).toISOString().slice(11, 19);
        terminal.out(isJson ? jsonLine(event) : `${time}  ${harmless(event.type + who)}\n`);
      }
    };
    // Errors of this request are ignored, because `waitForEnd` detects that the document was completed or has ended,
    // and reports errors.
    const following = follow().catch(() => {});
    try {
      const document = await waitForEnd(countersign, id, terminal, timeoutMs);
      if (isJson) terminal.out(jsonLine({ document }));
      else terminal.out(`${harmless(document.title)} is completed.\n`);
      return ExitCode.valid;
    } finally {
      stop.abort(new Error('The document is no longer in progress.'));
      await following;
    }
  },
});
