/**
 * `node draw.ts FILE FOLDER PAGES` draws pages of a PDF with PDFium in grayscale, and reads their text. It runs in a
 * separate process, which can be killed if drawing a page never ends.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { letterOf, pictureSize } from '../../src/platform/pdf/page-view.ts';
import { withDocument } from '../../src/platform/pdf/pdfium/index.ts';

const WIDTH = 400;

const [file = '', folder = '', pages = '1'] = process.argv.slice(2);
await withDocument({ parts: [{ bytes: readFileSync(file) }] }, (count, open) => {
  for (let number = 1; number <= Math.min(count, Number(pages)); number += 1) {
    open(number, (page) => {
      const { width, height } = pictureSize(page.size, WIDTH);
      const rgba = page.picture(width, height);
      const grey = Buffer.alloc(width * height);
      for (let at = 0; at < grey.length; at += 1)
        grey[at] = Math.round(((rgba[4 * at] ?? 0) + (rgba[4 * at + 1] ?? 0) + (rgba[4 * at + 2] ?? 0)) / 3);
      const name = path.join(folder, `page-${number}.pgm`);
      writeFileSync(name, Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), grey]));
      const text = page.characters(100_000).map(({ codePoint }) => letterOf(codePoint));
      writeFileSync(path.join(folder, `page-${number}.txt`), text.join(''));
    });
  }
});
