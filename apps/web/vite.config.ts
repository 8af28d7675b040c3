import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { hands } from '../sign/build/hands.ts';
import { firstLook, firstScreen } from '../../scripts/first-look.ts';

/** Of the kit, what the frame and the list of documents are made of. */
const FIRST_PARTS = [
  'Avatar',
  'Box',
  'Button',
  'Checkbox',
  'Code',
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

export default defineConfig({
  plugins: [react(), hands(), firstLook({ '/index.html': 'src/app.tsx' })],
  base: '/',
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The content security policy has no place for data: fonts, and a file can be cached for good.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What changes with a library update only stays cached while the app changes.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'router', test: /node_modules\/@tanstack\// },
            { name: 'start', test: /preload-helper|rolldown\/runtime/ },
            // What every page needs comes as one file and not as forty, and with it the list, where most visits begin.
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
