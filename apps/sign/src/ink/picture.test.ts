import { describe, expect, it } from 'vitest';
import { fitWithin, shrinkPicture } from './picture.ts';

const box = { width: 1200, height: 600 };

describe('signature image', () => {
  it('scales an image to fit and keeps its proportions', () => {
    expect(fitWithin({ width: 4000, height: 3000 }, box)).toEqual({ width: 800, height: 600 });
    expect(fitWithin({ width: 4800, height: 600 }, box)).toEqual({ width: 1200, height: 150 });
  });

  it('never enlarges an image or reduces it to zero', () => {
    expect(fitWithin({ width: 300, height: 100 }, box)).toEqual({ width: 300, height: 100 });
    expect(fitWithin({ width: 100_000, height: 1 }, box)).toEqual({ width: 1200, height: 1 });
  });

  it('rejects an image by its type before it is decoded', async () => {
    const svg = new Blob(['<svg/>'], { type: 'image/svg+xml' });
    expect(await shrinkPicture(svg)).toEqual({ ok: false, fault: 'type' });
  });
});
