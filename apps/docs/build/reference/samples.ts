/** Sample calls of an operation with curl, TypeScript and Python, using the body that a test sent. */
import type { Described } from './reference-model.ts';
import { SANDBOX } from './try-form.ts';

/** The ways in which a program authenticates. The samples read the credential from the environment. */
const BEARERS: readonly (readonly [scheme: string, variable: string])[] = [
  ['apiKey', 'COUNTERSIGN_KEY'],
  ['signingLink', 'SIGNING_TOKEN'],
  ['service', 'SERVICE_TOKEN'],
  ['cron', 'CRON_SECRET'],
];
type Proof = { header: string; prefix: string; variable: string };
type Request = {
  method: string;
  url: string;
  proof: Proof | undefined;
  /** The content of the request: JSON, the parts of a form, or no content. */
  json?: unknown;
  form?: { file: { part: string; name: string } | undefined; fields: readonly string[] };
};
/** `name` is the name of the programming language. */
export type Sample = { language: string; name: string; text: string };

/** Returns the environment of a sample, which is the sandbox if the operation supports it. */
export function environmentOf({ servers }: Described): string {
  const [server] = servers ?? [];
  return server === undefined ? SANDBOX : server.url.replace(/\/$/, '');
}

/** @param base the URL of the environment, such as https://sign.example.com/sandbox/v1 */
export function samplesOf(operation: Described, base: string): Sample[] {
  const request = requestOf(operation, base);
  return [
    { language: 'curl', name: 'bash', text: curl(request) },
    { language: 'TypeScript', name: 'ts', text: typescript(request) },
    { language: 'Python', name: 'python', text: python(request) },
  ];
}

function requestOf({ method, path, parameters, body, security }: Described, base: string): Request {
  const asked = parameters.filter((one) => one.in === 'query' && one.required === true);
  const query = asked.map(({ name }) => `${name}=${name.toUpperCase()}`).join('&');
  const url = `${base}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.replaceAll(/(?=[A-Z])/g, '_').toUpperCase())}`;
  const request = { method, url: url + (query && `?${query}`), proof: proofOf(security) };
  const json = body?.content['application/json'];
  const form = body?.content['multipart/form-data'];
  if (json && (json.example !== undefined || !form)) return { ...request, json: json.example ?? {} };
  if (!form) return request;
  const { properties = {}, required = [] } = (form.schema ?? {}) as {
    properties?: Record<string, { contentMediaType?: string }>;
    required?: string[];
  };
  const names = Object.keys(properties);
  const part = names.find((name) => properties[name]?.contentMediaType !== undefined);
  const file = part === undefined ? undefined : { part, name: fileNameOf(properties[part]?.contentMediaType ?? '') };
  return { ...request, form: { file, fields: names.filter((name) => name !== part && required.includes(name)) } };
}

const FILE_NAMES: Readonly<Record<string, string>> = { 'text/csv': 'rows.csv', 'image/png': 'logo.png' };

export const fileNameOf = (type: string): string => FILE_NAMES[type] ?? 'file.pdf';

export function proofOf(security: Described['security']): Proof | undefined {
  const schemes = new Set(security.flatMap((one) => Object.keys(one)));
  const bearer = BEARERS.find(([scheme]) => schemes.has(scheme));
  if (bearer) return { header: 'authorization', prefix: 'Bearer ', variable: bearer[1] };
  if (schemes.has('session')) return { header: 'cookie', prefix: '__Host-countersign_session=', variable: 'SESSION' };
  if (schemes.has('loginStep'))
    return { header: 'cookie', prefix: '__Host-countersign_login=', variable: 'LOGIN_STEP' };
  return undefined;
}

function curl({ method, url, proof, json, form }: Request): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${url}'`,
    proof && `-H "${proof.header}: ${proof.prefix}$${proof.variable}"`,
    json !== undefined && "-H 'content-type: application/json'",
    json !== undefined && `-d '${JSON.stringify(json, null, 2).replaceAll("'", String.raw`'\''`)}'`,
    ...(form
      ? [
          ...form.fields.map((name) => `-F '${name}=...'`),
          form.file !== undefined && `-F '${form.file.part}=@${form.file.name}'`,
        ]
      : []),
  ];
  return lines.filter((line) => typeof line === 'string').join(' \\\n  ');
}

function typescript({ method, url, proof, json, form }: Request): string {
  const headers = [
    proof && `${proof.header}: \`${proof.prefix}\${process.env.${proof.variable}}\``,
    json !== undefined && `'content-type': 'application/json'`,
  ].filter((line) => typeof line === 'string');
  const before = form
    ? [
        'const form = new FormData();',
        ...form.fields.map((name) => `form.set('${name}', '...');`),
        ...(form.file === undefined
          ? []
          : [`form.set('${form.file.part}', await openAsBlob('${form.file.name}'), '${form.file.name}');`]),
      ]
    : [];
  const members = [
    method !== 'GET' && `  method: '${method}',`,
    headers.length > 0 && `  headers: { ${headers.join(', ')} },`,
    json !== undefined && `  body: JSON.stringify(${indented(JSON.stringify(json, null, 2), 2)}),`,
    form && '  body: form,',
  ].filter((line) => typeof line === 'string');
  const options = members.length > 0 ? `, {\n${members.join('\n')}\n}` : '';
  return [
    ...(form?.file === undefined ? [] : ["import { openAsBlob } from 'node:fs';", '']),
    ...before,
    `const response = await fetch('${url}'${options});`,
    'if (!response.ok) throw new Error(await response.text());',
    'console.log(await response.text());',
  ].join('\n');
}

function python({ method, url, proof, json, form }: Request): string {
  const call = [
    `    "${url}",`,
    proof && `    headers={"${proof.header}": f"${proof.prefix}{os.environ['${proof.variable}']}"},`,
    json !== undefined && `    json=${indented(pythonOf(json, ''), 4)},`,
    form && form.fields.length > 0 && `    data={${form.fields.map((name) => `"${name}": "..."`).join(', ')}},`,
    form?.file !== undefined && `    files={"${form.file.part}": open("${form.file.name}", "rb")},`,
  ].filter((line) => typeof line === 'string');
  return [
    ...(proof ? ['import os', ''] : []),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    ...call,
    ')',
    'response.raise_for_status()',
    'print(response.text)',
  ].join('\n');
}

const indented = (text: string, by: number): string => text.replaceAll('\n', `\n${' '.repeat(by)}`);

function pythonOf(value: unknown, indent: string): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = Array.isArray(value)
    ? value.map((item) => inner + pythonOf(item, inner))
    : Object.entries(value).map(([key, member]) => `${inner}${JSON.stringify(key)}: ${pythonOf(member, inner)}`);
  return members.length === 0
    ? `${open ?? ''}${close ?? ''}`
    : `${open ?? ''}\n${members.join(',\n')}\n${indent}${close ?? ''}`;
}
