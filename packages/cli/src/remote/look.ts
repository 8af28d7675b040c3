/** Commands that read documents. */
import { existsSync } from 'node:fs';
import { usage } from '../arguments.ts';
import { CommandError, ExitCode } from '../command-error.ts';
import { writeWhole } from '../files.ts';
import { harmless, table, timeText } from '../terminal.ts';
import { defineCommand } from './command.ts';
import { connect } from './connection.ts';
import { readNumber } from './people.ts';

const STATUSES = ['draft', 'in-progress', 'completed', 'declined', 'voided', 'expired', 'archived'] as const;

/** Reads an option that accepts only fixed values and may be missing. Throws CommandError (64). */
function oneOf<const Word extends string>(
  option: string,
  text: string | undefined,
  words: readonly Word[],
): Word | undefined {
  if (text === undefined) return undefined;
  const found = words.find((word) => word === text);
  if (found === undefined) throw usage(`${option} takes ${words.join(', ')}, not "${text}".`);
  return found;
}

export const list = defineCommand({
  name: 'list',
  takes: '',
  summary: 'List documents, newest first',
  count: [0, 0],
  options: {
    status: {
      type: 'string',
      value: 'STATUS',
      words: STATUSES,
      about: `only documents in this state: ${STATUSES.join(', ')}`,
    },
    search: {
      type: 'string',
      value: 'TEXT',
      about: 'part of the title, or of the name or e-mail address of a recipient',
    },
    limit: { type: 'string', value: 'NUMBER', about: 'the maximum number of results, up to 1000; default: 20' },
  },
  examples: ['countersign list --status in-progress', 'countersign list --json | jq -r .documents[].id'],
  async run({ values, terminal, print }) {
    const limit = values.limit === undefined ? 20 : readNumber('--limit', values.limit, 1, 1000);
    const status = oneOf('--status', values.status, STATUSES);
    const { countersign } = connect(terminal, values.profile);
    const query = {
      pageSize: Math.min(limit, 100),
      ...(status !== undefined && { status }),
      ...(values.search !== undefined && { find: values.search }),
    };
    const documents = await countersign.documents.list(query as never).toArray({ limit });
    const rows = documents.map(({ id, title, status: state }) => [id, state.padEnd(11), harmless(title)] as const);
    print({ documents }, rows.map((row) => `${row.join('  ')}\n`).join('') || 'There are no documents.\n');
    return ExitCode.valid;
  },
});

export const status = defineCommand({
  name: 'status',
  takes: 'DOCUMENT',
  summary: 'Show who has signed a document',
  count: [1, 1],
  options: {},
  examples: ['countersign status doc_…', 'countersign status doc_… --json | jq -r .status'],
  async run({ arguments: [id = ''], values, terminal, print }) {
    const { countersign } = connect(terminal, values.profile);
    const answer = await countersign.documents.getStatus(id);
    const people = answer.signers.map(({ name, email, status: state, signed_at: at }) => {
      const when = at === null ? '' : ` ${timeText(at)}`;
      return [`${harmless(name)} <${harmless(email)}>`, `${state}${when}`] as const;
    });
    const head = `${answer.status}: ${answer.signedCount} of ${answer.totalSigners} signed\n`;
    print(answer, people.length === 0 ? head : head + table(people));
    return ExitCode.valid;
  },
});

const TYPES = ['signed', 'original', 'current', 'audit', 'bundle'] as const;

export const download = defineCommand({
  name: 'download',
  takes: 'DOCUMENT',
  summary: 'Download a document, its certificate of completion, or all its files',
  count: [1, 1],
  options: {
    type: {
      type: 'string',
      value: 'TYPE',
      words: TYPES,
      about: 'signed (default), original, current, audit (the certificate of completion) or bundle (all files as ZIP)',
    },
    out: { type: 'string', value: 'FILE', about: 'the target file; default: the name from the server' },
    force: { type: 'boolean', about: 'replaces an existing file' },
  },
  examples: ['countersign download doc_…', 'countersign download doc_… --type audit --out certificate.pdf'],
  async run({ arguments: [id = ''], values, terminal, print }) {
    const type = oneOf('--type', values.type, TYPES) ?? 'signed';
    const { countersign } = connect(terminal, values.profile);
    const { filename } = await countersign.documents.getDownloadLink(id, { type });
    const file = values.out ?? plainName(filename);
    if (existsSync(file) && values.force !== true)
      throw new CommandError(ExitCode.invalid, `${file} already exists. Use --out or --force.`);
    const bytes = new Uint8Array(await (await countersign.documents.download(id, { type })).arrayBuffer());
    writeWhole(file, [bytes]);
    print({ file, bytes: bytes.length }, `Downloaded ${harmless(file)}.\n`);
    return ExitCode.valid;
  },
});

/**
 * The server derives the file name from a title, so the name must not lead to another folder or create a hidden file.
 */
function plainName(name: string): string {
  const plain = name
    .replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(-200);
  return plain === '' ? 'document.pdf' : plain;
}

export const verifyRemote = defineCommand({
  name: 'verify',
  takes: 'DOCUMENT',
  summary: 'Verify a document on the server',
  count: [1, 1],
  options: {},
  examples: ['countersign verify doc_…', 'countersign verify lease-signed.pdf --trust root.pem'],
  async run({ arguments: [id = ''], values, terminal, print }) {
    const { countersign } = connect(terminal, values.profile);
    const answer = await countersign.documents.verify(id);
    const reasons = answer.reasons.map((reason) => `  ${harmless(reason)}\n`).join('');
    print(answer, `${answer.isValid ? 'Valid' : 'Not valid'}: ${harmless(answer.verdict)}\n${reasons}`);
    return answer.isValid ? ExitCode.valid : ExitCode.invalid;
  },
});

export const audit = defineCommand({
  name: 'audit',
  takes: 'DOCUMENT',
  summary: 'Show the audit trail of a document',
  details: `Exits with 1 if the trail is not consistent. Without a server, check an export with
countersign audit verify.`,
  count: [1, 1],
  options: {},
  examples: ['countersign audit doc_…'],
  async run({ arguments: [id = ''], values, terminal, print }) {
    const { countersign } = connect(terminal, values.profile);
    const answer = await countersign.documents.getAuditTrail(id);
    const lines = answer.entries
      .map(({ timestamp, summary }) => `${timeText(timestamp)}  ${harmless(summary)}\n`)
      .join('');
    print(
      answer,
      `${lines}${answer.isValid ? 'The audit trail is consistent.' : 'The audit trail is NOT consistent.'}\n`,
    );
    return answer.isValid ? ExitCode.valid : ExitCode.invalid;
  },
});
