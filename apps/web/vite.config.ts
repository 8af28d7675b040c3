import { readFileSync } from 'node:fs';
import { common } from '@countersign/words/en/app/common';
import { labels } from '@countersign/words/en/app/labels';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { hands } from '../sign/build/hands.ts';
import { listPages } from '../../scripts/app-pages.ts';
import { firstLook, firstScreen } from '../../scripts/first-look.ts';
import { mantineStyles } from '../../scripts/mantine-styles.ts';

/** The Mantine components used in the frame and in the list of documents. */
const FIRST_PARTS = [
  'Box',
  'Button',
  'Checkbox',
  'Group',
  'Kbd',
  'Skeleton',
  'Stack',
  'Tabs',
  'Text',
  'TextInput',
  'Title',
  'UnstyledButton',
  'VisuallyHidden',
];

/** The styles of the components in FIRST_PARTS and of the components that they use. */
const FIRST_STYLES = [
  'baseline',
  'default-css-variables',
  'global',
  'UnstyledButton',
  'VisuallyHidden',
  'Loader',
  'Group',
  'Input',
  'InlineInput',
  'Text',
  'Anchor',
  'Checkbox',
  'Button',
  'Kbd',
  'Skeleton',
  'Stack',
  'Tabs',
  'Title',
];

const router = (): string => readFileSync(new URL('src/app/router.tsx', import.meta.url), 'utf8');
/** Page headings that are the same for everyone. The server includes them in the first bytes of a page. */
const HEADINGS = {
  '/documents': common.documents,
  '/templates': common.templates,
  '/packages': common.packages,
  '/bulk-sends': labels.bulkSends,
};

export default defineConfig({
  plugins: [
    react(),
    hands(),
    mantineStyles(FIRST_STYLES),
    firstLook({ '/index.html': 'src/app.tsx' }),
    listPages(router, HEADINGS),
  ],
  base: '/',
  build: {
    outDir: 'dist',
    target: 'es2022',
    // Assets are not inlined. The content security policy does not allow data URLs, for example for fonts, and separate
    // files can be cached forever.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The first script contains the names of all other scripts, and the hashes in these names cannot be compressed.
        // Seven characters are the fewest that Rolldown allows for this number of files.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          // Code that changes only with library updates is in its own files, which stay cached when the app changes.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'router', test: /node_modules\/@tanstack\// },
            // This group also contains the code that the language files import. Otherwise, loading a language file
            // would load the whole app, which cannot start before its language file is loaded.
            {
              name: 'start',
              test: /preload-helper|rolldown\/runtime|packages\/words\/src\/(?!findings|reasons|verdict|verify)\w+\.ts/,
            },
            // Code that every page needs is in one file instead of forty. The file includes the list, where most visits
            // start.
            { name: firstScreen('start', 'src/main.ts'), debugName: 'start' },
            {
              name: firstScreen('app', 'src/app.tsx', 'src/features/documents/DocumentsPage.tsx'),
              debugName: 'app',
            },
            { name: 'app', test: new RegExp(`@mantine/core/esm/(core/|components/(${FIRST_PARTS.join('|')})/)`) },
          ],
        },
      },
    },
  },
});
