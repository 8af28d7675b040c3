import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';

/**
 * The server hands out `dist/index.html` at /sign, `dist/verify.html` at /verify, and the rest under /sign/assets.
 * Nothing is inlined: the content security policy knows no data: fonts, inline scripts or inline styles.
 */
export default defineConfig({
  base: '/sign/',
  plugins: [preact({ devToolsEnabled: false })],
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: { input: ['index.html', 'verify.html'] },
  },
});
