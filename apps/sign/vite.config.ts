import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';
import { firstLook } from '../../scripts/first-look.ts';
import { firstWords } from './build/first-words.ts';
import { hands } from './build/hands.ts';

/**
 * The server serves `dist/index.html` at /sign, `dist/verify.html` at /verify, `dist/draw.html` at /draw,
 * `dist/start.html` at /start, and the rest under /sign/assets. No script is inlined. Only the first styles are
 * inlined, and the content security policy contains their hash. The policy does not allow data: fonts.
 */
export default defineConfig({
  base: '/sign/',
  plugins: [preact({ devToolsEnabled: false }), hands(), firstLook({ '/index.html': 'src/page.tsx' }), firstWords()],
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: {
      input: ['index.html', 'verify.html', 'draw.html', 'start.html'],
      output: {
        codeSplitting: {
          // The code is bundled into few files, because each file costs a round trip on a slow connection.
          groups: [
            {
              name: 'start',
              test: /preload-helper|packages\/client\/|src\/(flow\/(exchange|service|session|failure)|languages)\.ts|packages\/words\/src\/sign\.ts/,
            },
            {
              name: 'base',
              test: /node_modules\/preact\/|src\/(parts\/(icon|language-select|mailto)|isolate)\.ts/,
            },
            {
              name: 'shared',
              test: /src\/(parts\/(faults|figures|frame|language-choice|later|words)|flow\/(clock|package)|(?:en\/sign|figures|words\/load)|screens\/(opening|otherwise))\.tsx?$/,
            },
          ],
        },
      },
    },
  },
});
