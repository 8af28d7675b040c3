// `npm run pictures` takes the README's screenshots from a running server and writes them to docs/pictures, together
// with their text.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { takePictures } from './take-pictures.ts';

const FOLDER = path.resolve(import.meta.dirname, '../docs/pictures');

const pictures = await takePictures();
for (const { name, png } of pictures) {
  const small = await sharp(png).png({ palette: true, compressionLevel: 9, effort: 10 }).toBuffer();
  writeFileSync(path.join(FOLDER, `${name}.png`), small);
  console.log(`${name}.png: ${small.length.toLocaleString('en')} bytes`);
}
const words = Object.fromEntries(pictures.map(({ name, words: lines }) => [name, lines]));
writeFileSync(path.join(FOLDER, 'words.json'), `${JSON.stringify(words, null, 2)}\n`);
