/**
 * `npm run demo [FILE.pdf]`: the main workflow through the public API. Uploads a document, sends it to two signers,
 * signs it with the links from their e-mails, downloads and verifies it, and prints the verdict of `pdfsig`.
 *
 *   npm run demo                                   a small agreement, on its own server
 *   npm run demo contract.pdf -- --out signed.pdf
 *   npm run demo -- --url http://localhost:3000 --email you@example.com --password …
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { Client, linkToken, type Recipient } from './client.ts';
import { samplePdf } from './sample-pdf.ts';
import { startServerProcess } from './server-process.ts';

const run = promisify(execFile);
const OWNER = {
  organization: 'Northwind Trading',
  name: 'Grace Hopper',
  email: 'grace@northwind.example',
  password: 'a demo needs no secret',
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    email: { type: 'string' },
    password: { type: 'string' },
    out: { type: 'string' },
  },
});

// Each run against a running server uses its own addresses, because the mailbox still contains the invitations of
// earlier runs.
const tag = values.url === undefined ? '' : `+${Date.now().toString(36)}`;
const SIGNERS: Recipient[] = [
  { name: 'Ada Lovelace', email: `ada${tag}@northwind.example` },
  { name: 'Konrad Zuse', email: `konrad${tag}@contoso.example` },
];

const begun = performance.now();
let last = begun;
function step(text: string): void {
  const now = performance.now();
  console.log(`${(now - last).toFixed(0).padStart(6)} ms  ${text}`);
  last = now;
}

async function main(): Promise<void> {
  const [path] = positionals;
  const file = path === undefined ? samplePdf() : await readFile(resolve(process.env['INIT_CWD'] ?? '.', path));
  const filename = path === undefined ? 'agreement.pdf' : basename(path);
  // npm runs scripts in the project's folder, but relative paths on the command line refer to the caller's folder.
  const out = resolve(process.env['INIT_CWD'] ?? '.', values.out ?? `${filename.replace(/\.pdf$/i, '')}-signed.pdf`);
  const own = values.url === undefined ? await startServerProcess() : undefined;
  try {
    if (own) step(`server started on ${own.url} (embedded database, temporary folder)`);
    const url = own?.url ?? values.url?.replace(/\/+$/, '') ?? '';
    const owner = new Client(url);
    if (own) await owner.setUp({ ...OWNER, token: own.setupToken ?? '' });
    else await owner.logIn({ email: values.email ?? '', password: values.password ?? '' });
    step(own ? 'set up: organization and owner' : 'signed in');
    const client = new Client(url, { bearer: await owner.createApiKey('demo') });
    step('API key created');
    const signed = await mainJob(owner, client, file, filename);
    await writeFile(out, signed);
    step(`saved ${out} (${signed.length.toLocaleString('en')} bytes)`);
    await showPdfsig(out, await owner.text('/pki/live/root.pem'));
    console.log(`${(performance.now() - begun).toFixed(0).padStart(6)} ms  in total`);
  } finally {
    await own?.stop();
  }
}

async function mainJob(owner: Client, client: Client, file: Uint8Array, filename: string): Promise<Buffer> {
  const document = await client.upload(file, filename);
  step(
    `uploaded ${filename}: ${document.page_count} page(s), ${document.size_bytes.toLocaleString('en')} bytes -> ${document.id} (${document.status})`,
  );
  await client.sendForSigning(document.id, SIGNERS);
  step(`sent to ${SIGNERS.map(({ email }) => email).join(' and ')}`);
  for (const { name, email } of SIGNERS) {
    const token = linkToken(await mail(owner, email, 'invitation', document.id));
    step(`${email}: invitation received`);
    const { signer, view } = await owner.openLink(token);
    const result = await signer.sign(view, name);
    step(`${email}: signed -> ${result.signer.status}, document ${result.document.status}`);
  }
  const status = await client.status(document.id);
  step(
    `status: ${status.signedCount} of ${status.totalSigners} signed, ${status.completionPercentage} %, ${status.status}`,
  );
  const signed = await client.download(document.id);
  step(`downloaded, sealed to B-LTA: ${signed.length.toLocaleString('en')} bytes`);
  await mail(owner, OWNER.email, 'completed', document.id).catch(() => undefined);
  const verdict = await client.verify(document.id);
  step(`verified: ${verdict.verdict}`);
  for (const signature of verdict.signatures) {
    console.log(
      `           ${signature.isValid ? 'valid  ' : 'INVALID'} ${signature.level ?? '     '} ${signature.signerEmail ?? 'unknown'} ${signature.signedAt ?? ''} ${signature.reasons.join('; ')}`,
    );
  }
  console.log(
    `           audit trail ${verdict.auditTrail.isValid ? 'valid' : 'INVALID'}, ${verdict.auditTrail.entries} entries`,
  );
  if (!verdict.isValid) process.exitCode = 1;
  return signed;
}

/** Polls for an e-mail, because a job sends it only after the commit. */
async function mail(owner: Client, address: string, kind: string, documentId: string): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const text = await owner.mailTo(address, kind);
    if (text !== undefined) return text;
    await new Promise((next) => setTimeout(next, 20));
  }
  throw new Error(`no e-mail to ${address} about ${documentId} arrived within two seconds`);
}

/** Prints the verdict of `pdfsig`, an independent program, with our root certificate as its only trust anchor. */
async function showPdfsig(path: string, root: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-nss-'));
  try {
    await writeFile(join(folder, 'root.pem'), root);
    await run('certutil', ['-N', '-d', `sql:${folder}`, '--empty-password']);
    await run('certutil', ['-A', '-d', `sql:${folder}`, '-n', 'root', '-t', 'CT,C,C', '-i', join(folder, 'root.pem')]);
    const { stdout } = await run('pdfsig', ['-nssdir', `sql:${folder}`, path]).catch((error: unknown) => ({
      stdout: (error as { stdout?: string }).stdout ?? '',
    }));
    step('pdfsig says:');
    const lines = stdout
      .split('\n')
      .filter((line) =>
        /Signature #|Signer Certificate Common Name|Signature Validation|Certificate Validation|Signature Type|Total document/.test(
          line,
        ),
      );
    console.log(lines.map((line) => `           ${line.trim()}`).join('\n'));
  } catch (error) {
    step(
      `pdfsig or certutil is not installed (apt-get install poppler-utils libnss3-tools): ${error instanceof Error ? error.message.split('\n')[0] : ''}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await main().catch((error: unknown) => {
  console.error(`demo: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
