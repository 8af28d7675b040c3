import { remoteCommand } from './remote-names.ts';
import { read, readTime, readWord, usage } from './arguments.ts';
import { type AuditVerifyCommand, parseAudit } from './audit-command.ts';
import { parseWitness, type WitnessCommand } from './witness-command.ts';
import { parseSign } from './sign-command.ts';
import type { SignCommand } from './sign-command.ts';

export type ReportKind = 'etsi' | 'json';

export interface VerifyCommand {
  readonly kind: 'verify';
  readonly file: string;
  readonly trust: readonly string[];
  readonly crls: readonly string[];
  readonly ocsps: readonly string[];
  /** Files, or folders that contain them. */
  readonly euLists: readonly string[];
  readonly euListSigners: readonly string[];
  readonly at: Date | undefined;
  readonly json: boolean;
  /** Writes a validation report instead of the regular output. */
  readonly report: ReportKind | undefined;
  /** The file with the entries of the document's audit trail. */
  readonly trail: string | undefined;
  /** The output file for the report. By default, the report is printed. */
  readonly output: string | undefined;
}

export interface InspectCommand {
  readonly kind: 'inspect';
  readonly file: string;
  readonly json: boolean;
}

export interface PersonalCommand {
  readonly kind: 'personal';
  /** The file with the salts and the personal fields. */
  readonly file: string;
  readonly entries: string;
  readonly json: boolean;
}

/** A command that calls a server. Its arguments are parsed in remote/run.ts. */
export interface RemoteCall {
  readonly kind: 'remote';
  readonly name: string;
  readonly args: readonly string[];
  readonly json: boolean;
}

export type Command =
  | VerifyCommand
  | InspectCommand
  | PersonalCommand
  | SignCommand
  | AuditVerifyCommand
  | WitnessCommand
  | RemoteCall
  | { readonly kind: 'help'; readonly topic: string | undefined }
  | { readonly kind: 'version' };

/** Parses the arguments after the program's name. Throws CommandError (64) if the arguments are invalid. */
export function parseCommand(args: readonly string[]): Command {
  const [name, ...rest] = args;
  if (name === '--version' || name === '-V') return { kind: 'version' };
  if (name === '--help' || name === '-h' || name === 'help')
    return { kind: 'help', topic: rest.length === 0 ? undefined : rest.join(' ') };
  if (name === undefined) throw usage('Specify a command.');
  const remote = remoteCommand(args);
  if (remote) return { kind: 'remote', ...remote, json: remote.args.includes('--json') };
  if (rest.includes('--help') || rest.includes('-h')) return { kind: 'help', topic: name };
  switch (name) {
    case 'verify':
      return parseVerify(rest);
    case 'inspect':
      return parseInspect(rest);
    case 'personal':
      return parsePersonal(rest);
    case 'audit':
      return parseAudit(rest);
    case 'witness':
      return parseWitness(rest);
    case 'sign':
      return parseSign(rest);
    default:
      throw usage(`Unknown command "${name}".`);
  }
}

function parseVerify(args: string[]): VerifyCommand {
  const { values, file } = read(args, {
    trust: { type: 'string', multiple: true },
    crl: { type: 'string', multiple: true },
    ocsp: { type: 'string', multiple: true },
    'eu-list': { type: 'string', multiple: true },
    'eu-list-signer': { type: 'string', multiple: true },
    at: { type: 'string' },
    json: { type: 'boolean' },
    report: { type: 'string' },
    trail: { type: 'string' },
    output: { type: 'string' },
  });
  const { trust = [], crl = [], ocsp = [], at, json = false, report, output, trail } = values;
  const { 'eu-list': euLists = [], 'eu-list-signer': euListSigners = [] } = values;
  if (euLists.length > 0 && euListSigners.length === 0)
    throw usage("Specify the certificate of the trusted list's signer with --eu-list-signer CERTIFICATE.");
  if (report !== undefined && json) throw usage('Use either --report or --json.');
  if (report !== undefined && trail !== undefined) throw usage('Use either --report or --trail.');
  if (report === undefined && output !== undefined) throw usage('--output requires --report etsi or --report json.');
  return {
    kind: 'verify',
    file,
    trust,
    crls: crl,
    ocsps: ocsp,
    euLists,
    euListSigners,
    at: at === undefined ? undefined : readTime(at),
    json,
    trail,
    report: report === undefined ? undefined : readWord('--report', report, ['etsi', 'json']),
    output,
  };
}

function parsePersonal(args: string[]): PersonalCommand {
  const { values, file } = read(args, { entries: { type: 'string' }, json: { type: 'boolean' } });
  const { entries, json = false } = values;
  if (entries === undefined) throw usage('Specify the entries of the audit trail with --entries ENTRIES.');
  return { kind: 'personal', file, entries, json };
}

function parseInspect(args: string[]): InspectCommand {
  const { values, file } = read(args, { json: { type: 'boolean' } });
  return { kind: 'inspect', file, json: values.json ?? false };
}
