import { read, usage } from './arguments.ts';

export interface WitnessCommand {
  readonly kind: 'witness';
  /** The path of the state file. */
  readonly file: string;
  readonly name: string;
  /** The PEM file with the private key. */
  readonly key: string;
  readonly createsKey: boolean;
  /** The verifier keys of logs, or files that contain them. */
  readonly logs: readonly string[];
  /** The verifier keys of installations. Each key is valid for every log of its installation. */
  readonly installations: readonly string[];
  readonly host: string;
  readonly port: number;
}

/** Parses the arguments of `countersign witness`. Throws CommandError (64). */
export function parseWitness(args: string[]): WitnessCommand {
  const { values, file } = read(args, {
    name: { type: 'string' },
    key: { type: 'string' },
    'create-key': { type: 'boolean' },
    log: { type: 'string', multiple: true },
    installation: { type: 'string', multiple: true },
    listen: { type: 'string' },
  });
  const { name, key, log: logs = [], installation: installations = [], listen = '127.0.0.1:8640' } = values;
  if (name === undefined) throw usage('Specify the name of the witness, as in --name witness.example.com/w1.');
  if (key === undefined) throw usage('Specify the private key of the witness with --key KEY.pem.');
  if (logs.length === 0 && installations.length === 0)
    throw usage('Specify at least one log or installation with --log KEY or --installation KEY.');
  return {
    kind: 'witness',
    file,
    name,
    key,
    createsKey: values['create-key'] ?? false,
    logs,
    installations,
    ...addressOf(listen),
  };
}

function addressOf(listen: string): { host: string; port: number } {
  const [, bracketed, plain, digits = ''] = /^(?:\[([0-9a-fA-F:]+)\]|([^:]+)):(\d{1,5})$/.exec(listen) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(digits) > 65_535)
    throw usage(`"${listen}" is not a valid address. Use a format such as 127.0.0.1:8640.`);
  return { host, port: Number(digits) };
}
