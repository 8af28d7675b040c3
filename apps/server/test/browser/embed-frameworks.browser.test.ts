/**
 * Tests the published examples for React and Vue in pages of another site. They are bundled as in an application.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { compileScript, parse } from 'vue/compiler-sfc';
import { startTestApp } from '../support/app.ts';
import { until } from '../support/until.ts';
import { startApplication } from './application.ts';
import { startBrowser } from './browser.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const EXAMPLES = path.join(ROOT, 'docs/integrate/examples');
const app = await startTestApp();
const browser = await startBrowser(app);
const application = await startApplication();
const body = { settings: { allowed_origins: [application.origin] } };
expect((await (await app.session()).send('PATCH', '/api/organization', { body })).status).toBe(200);

/** The entry point of an application that mounts the example with its link. */
const MAIN = {
  react: `import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    import { SignContract } from '${EXAMPLES}/SignContract.jsx';
    createRoot(document.getElementById('root')).render(createElement(SignContract, { link: window.link }));`,
  vue: `import { createApp } from 'vue';
    import SignContract from '${EXAMPLES}/SignContract.vue';
    createApp(SignContract, { link: window.link }).mount('#root');`,
};

const SOURCES: Plugin = {
  name: 'sources',
  resolveId: (id) => {
    if (id.startsWith('main:')) return `${id}.js`;
    if (id === '@countersign/embed') return path.join(ROOT, 'packages/embed/src/index.ts');
    return null;
  },
  load: (id) => {
    const main = /^main:(react|vue)\.js$/.exec(id)?.[1] as keyof typeof MAIN | undefined;
    if (main !== undefined) return MAIN[main];
    if (!id.endsWith('.vue')) return null;
    const { descriptor } = parse(readFileSync(id, 'utf8'));
    const isCustomElement = (tag: string): boolean => tag.startsWith('countersign-');
    return compileScript(descriptor, {
      id,
      inlineTemplate: true,
      templateOptions: { compilerOptions: { isCustomElement } },
    }).content;
  },
};

async function bundled(framework: keyof typeof MAIN): Promise<string> {
  const bundle = await rolldown({
    cwd: ROOT,
    input: `main:${framework}`,
    platform: 'browser',
    plugins: [SOURCES],
    transform: {
      define: {
        'process.env.NODE_ENV': '"production"',
        __VUE_OPTIONS_API__: 'false',
        __VUE_PROD_DEVTOOLS__: 'false',
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
      },
    },
  });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  return output[0].code;
}

test.each(['react', 'vue'] as const)(
  '%s: shows the document, and then another document after the visit is finished',
  async (framework) => {
    const { id, signers } = await app.sent();
    const issued = await app.key.post<'issueSigningLink'>(`/api/documents/${id}/signers/${signers[0]?.id}/link`, {});
    const { pathname, search, hash } = new URL(issued.body.url);
    app.secret(hash.slice(1));
    const link = `${browser.origin}${pathname}${search}${hash}`;
    application.serve('/main.js', 'text/javascript', await bundled(framework));
    application.serve(
      '/',
      'text/html',
      `<!doctype html><meta charset="utf-8"><title>Application</title><div id="root"></div>
     <script>window.link = ${JSON.stringify(link)}</script><script type="module" src="/main.js"></script>`,
    );
    const page = await browser.visit();
    await page.goto(`${application.origin}/`);
    await until('the frame', () => page.frames().length > 1);
    const frame = page.frames()[1];
    if (!frame) throw new Error('The page has no frame.');
    await frame.getByRole('button', { name: 'Review document' }).waitFor();
    const accent = "getComputedStyle(document.documentElement).getPropertyValue('--cs-accent')";
    await until('the accent color', async () => (await frame.evaluate(accent)) === 'rgb(11 110 79)');
    await frame.getByRole('button', { name: 'Not signing?' }).click();
    await frame.getByRole('button', { name: 'Decline to sign' }).click();
    await frame.getByLabel('Reason').fill('The sum is wrong.');
    await frame.getByRole('button', { name: 'Decline', exact: true }).click();
    await page.getByText('Thank you. The document was declined.').waitFor();
    expect(page.frames()).toHaveLength(1);
  },
);
