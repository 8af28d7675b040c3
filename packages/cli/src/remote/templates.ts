/** Stores templates as folders for version control. A folder contains `template.json` and the PDF. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Body, Countersign } from '@countersign/sdk/source';
import { usage } from '../arguments.ts';
import { CommandError, ExitCode } from '../command-error.ts';
import { writeWhole } from '../files.ts';
import { harmless } from '../terminal.ts';
import { defineCommand } from './command.ts';
import { connect } from './connection.ts';
import { readNumber } from './people.ts';

const MANIFEST = 'template.json';
const FILE = 'template.pdf';

type Content = Omit<Body<'updateTemplate'>, 'version'>;
/**
 * The contents of `template.json`. `id` and `version` identify the template that the folder was pulled from or pushed
 * to.
 */
type Manifest = Content & { id?: string; version?: number };
type Template = Awaited<ReturnType<Countersign['templates']['get']>>['template'];

const MEMBERS = ['name', 'description', 'metadata', 'roles', 'fields', 'signingOrder', 'emailSubject', 'emailMessage'];

export const templatesList = defineCommand({
  name: 'templates list',
  takes: '',
  summary: 'List templates',
  count: [0, 0],
  options: {
    search: { type: 'string', value: 'TEXT', about: 'part of the name' },
    limit: { type: 'string', value: 'NUMBER', about: 'the maximum number of results, up to 1000; default: 20' },
  },
  examples: ['countersign templates list --search lease'],
  async run({ values, terminal, print }) {
    const limit = values.limit === undefined ? 20 : readNumber('--limit', values.limit, 1, 1000);
    const { countersign } = connect(terminal, values.profile);
    const query = { pageSize: Math.min(limit, 100), ...(values.search !== undefined && { search: values.search }) };
    const templates = await countersign.templates.list(query).toArray({ limit });
    const rows = templates.map(({ id, name, version }) => `${id}  v${version}  ${harmless(name)}\n`);
    print({ templates }, rows.join('') || 'There are no templates.\n');
    return ExitCode.valid;
  },
});

export const templatesPull = defineCommand({
  name: 'templates pull',
  takes: 'TEMPLATE FOLDER',
  summary: 'Write a template to a folder',
  details: `Writes ${MANIFEST} and ${FILE} to the folder. You can keep both in version control.`,
  count: [2, 2],
  options: { force: { type: 'boolean', about: 'replaces the files of a different template' } },
  examples: ['countersign templates pull tpl_… templates/lease'],
  async run({ arguments: [id = '', folder = ''], values, terminal, print }) {
    const { countersign } = connect(terminal, values.profile);
    const known = existsSync(path.join(folder, MANIFEST)) ? readManifest(folder) : undefined;
    if (known !== undefined && known.id !== id && values.force !== true)
      throw new CommandError(ExitCode.invalid, `${folder} contains another template. Use --force to replace it.`);
    const { template } = await countersign.templates.get(id);
    const bytes = await countersign.templates.getFile(id, { version: template.version });
    mkdirSync(folder, { recursive: true });
    writeWhole(path.join(folder, FILE), [new Uint8Array(await bytes.arrayBuffer())]);
    writeManifest(folder, template);
    print({ template, folder }, `Wrote version ${template.version} of ${harmless(template.name)} to ${folder}.\n`);
    return ExitCode.valid;
  },
});

export const templatesPush = defineCommand({
  name: 'templates push',
  takes: 'FOLDER',
  summary: 'Create or update a template from a folder',
  details: `The folder contains ${FILE} and ${MANIFEST}, which has the same properties as in the API
(${MEMBERS.join(', ')}). If ${MANIFEST} contains an ID,
the template gets a new version. If the template was changed on the server since it was
pulled, the command fails without changes. Without an ID, a new template is created. The
ID and the version are written back to ${MANIFEST}.`,
  count: [1, 1],
  options: { new: { type: 'boolean', about: 'creates a new template, for example in another environment' } },
  examples: [
    'countersign templates push templates/lease',
    'countersign templates push templates/lease --new --profile live',
  ],
  async run({ arguments: [folder = ''], values, terminal, print }) {
    const { id, version, ...content } = readManifest(folder);
    const file = path.join(folder, FILE);
    if (!existsSync(file)) throw new CommandError(ExitCode.noInput, `The file ${file} does not exist.`);
    const { countersign } = connect(terminal, values.profile);
    const template =
      id === undefined || values.new === true
        ? await create(countersign, file, content)
        : await update(countersign, file, { id, version, content });
    writeManifest(folder, template);
    print({ template, folder }, `${harmless(template.name)} (${template.id}) is now at version ${template.version}.\n`);
    return ExitCode.valid;
  },
});

async function create(countersign: Countersign, file: string, content: Content): Promise<Template> {
  // The API does not accept null in a form. Null is the default of these members, so they can be omitted.
  const given = Object.fromEntries(Object.entries(content).filter(([, value]) => value !== null));
  return (await countersign.templates.create({ ...(given as object), file })).template;
}

/** The file is sent first, because the new version may have fields on pages that exist only in the new file. */
async function update(
  countersign: Countersign,
  file: string,
  { id, version, content }: { id: string; version: number | undefined; content: Content },
): Promise<Template> {
  const { template } = await countersign.templates.get(id);
  if (version !== undefined && version !== template.version)
    throw new CommandError(
      ExitCode.invalid,
      `The template on the server has version ${template.version}, but the folder contains version ${version}. Pull the template first.`,
    );
  const isSameFile = createHash('sha256').update(readFileSync(file)).digest('hex') === template.sha256;
  const input = { file, version: template.version, removeUnfitting: 'true' as const };
  const current = isSameFile ? template : (await countersign.templates.replaceFile(id, input as never)).template;
  if (isSameFile && isSame(manifestOf(template), content)) return template;
  return (await countersign.templates.update(id, { ...content, version: current.version })).template;
}

function manifestOf(template: Template): Content {
  const { name, description, metadata, roles, fields } = template;
  const { signing_order: signingOrder, email_subject: emailSubject, email_message: emailMessage } = template;
  return { name, description, metadata, roles, fields, signingOrder, emailSubject, emailMessage };
}

const isSame = (one: Content, other: Content): boolean =>
  MEMBERS.every((name) => {
    const [here, there] = [one, other].map((content) => JSON.stringify((content as Record<string, unknown>)[name]));
    return there === undefined || here === there;
  });

function writeManifest(folder: string, template: Template): void {
  const manifest = { id: template.id, version: template.version, ...manifestOf(template) };
  writeWhole(path.join(folder, MANIFEST), [new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`)]);
}

/**
 * Reads a manifest. Throws CommandError with code 66 if the file is missing, or with code 64 if it is not a manifest.
 * The server validates the members.
 */
function readManifest(folder: string): Manifest {
  const name = path.join(folder, MANIFEST);
  if (!existsSync(name)) throw new CommandError(ExitCode.noInput, `The file ${name} does not exist.`);
  let manifest: unknown;
  try {
    manifest = JSON.parse(readFileSync(name, 'utf8'));
  } catch {
    throw usage(`${name} is not JSON.`);
  }
  if (typeof manifest !== 'object' || manifest === null || Array.isArray(manifest))
    throw usage(`${name} is not an object.`);
  const unknown = Object.keys(manifest).find((member) => !['id', 'version', ...MEMBERS].includes(member));
  if (unknown !== undefined) throw usage(`${name} has an unknown member "${unknown}". Members: ${MEMBERS.join(', ')}.`);
  return manifest;
}
