/**
 * Crash points of public links. The server is killed before and after the commit that confirms a visitor's code. Only
 * one document is created, and entering the same code again opens it.
 */
import type { AnswerOf, operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { Client, linkToken } from '../../src/demo/client.ts';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { until } from '../support/until.ts';
import { expectTrail, LIMIT_MS, openRehearsal, type Scene, type Step } from './crash-steps.ts';

type Output<K extends keyof typeof operations> = AnswerOf<(typeof operations)[K]>;

const ADA = { name: 'Ada Lovelace', email: 'ada@contoso.example' };
const TITLE = 'House rules';

const rehearsal = await openRehearsal();
/** Ada's browser stores the request, and the code is in her e-mail. */
let kept: { request: string; code: string } | undefined;

const createLink = async ({ api }: Scene): Promise<string> => {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(samplePdf())], { type: 'application/pdf' }), 'rules.pdf');
  form.append('name', TITLE);
  form.append('roles', JSON.stringify([{ name: 'Guest' }]));
  const { template } = await api.json<Output<'createTemplate'>>('POST', '/v1/api/templates/create', form);
  const { publicLink } = await api.json<Output<'createPublicLink'>>(
    'POST',
    `/v1/api/templates/${template.id}/public-links`,
    { role: 'Guest' },
  );
  return new URL(publicLink.url).hash.slice(1);
};

const requestCode = async (scene: Scene): Promise<{ request: string; code: string }> => {
  const token = await createLink(scene);
  const { request } = await new Client(scene.url).json<Output<'sendPublicLinkCode'>>('POST', '/api/public-links/code', {
    token,
    ...ADA,
  });
  const code = await until('the code', () => {
    const [mail] = rehearsal.office.to(ADA.email);
    return /^\s*(\d{6})\s*$/m.exec(mail?.email.text ?? '')?.[1];
  });
  return { request, code };
};

const confirm = ({ url }: Scene) =>
  new Client(url).json<Output<'confirmPublicLink'>>('POST', '/api/public-links/confirm', kept);

const nothing = async (scene: Scene) => {
  kept ??= await requestCode(scene);
  expect(await scene.api.list()).toEqual([]);
};

const STEPS: readonly Step[] = [
  { point: 'send.certified', found: nothing, act: confirm },
  { point: 'from-template.before-commit', found: nothing, act: confirm },
  { point: 'from-template.after-commit', found: nothing, act: confirm },
];

test(
  "creates one document for a visitor if the server is killed before it responds to the visitor's code",
  async () => {
    await rehearsal.play(STEPS);
    await rehearsal.end(async (scene) => {
      const [document, ...others] = await scene.api.list();
      expect(others).toEqual([]);
      const id = document?.id ?? 'doc_';
      const [first, second] = [await confirm(scene), await confirm(scene)];
      expect(linkToken(first.url)).toBe(linkToken(second.url));
      const { signer, view } = await new Client(scene.url).openLink(linkToken(first.url));
      expect(view).toMatchObject({ signer: { email: ADA.email }, document: { id } });
      await until('the invitation', () => rehearsal.mailsTo(ADA.email, TITLE)[0]);
      expect(new Set(rehearsal.mailsTo(ADA.email, TITLE)).size, 'the recipient gets only one invitation').toBe(1);
      await signer.sign(view, ADA.name);
      await until('the completion', async () => (await scene.api.status(id)).status === 'completed');
      await expectTrail(scene.api, id, {
        'document.created': 1,
        'document.sent': 1,
        'signer.address-confirmed': 1,
        'document.signed': 1,
      });
      expect(await scene.api.list()).toHaveLength(1);
      const [counted] = await rehearsal.sql('select documents, documents_of_day from public_links');
      expect(counted).toEqual({ documents: 1, documents_of_day: 1 });
    });
  },
  LIMIT_MS,
);
