import { describe, expect, it } from 'vitest';
import { viewOfSample } from './sample.ts';
import { awaitsNews, pauseBefore } from './use-news.ts';

describe('polling for updates', () => {
  it('starts polling within a second, and polls at least once a minute', () => {
    expect(pauseBefore(0)).toBeLessThan(1000);
    expect(pauseBefore(100)).toBe(60_000);
    for (let asked = 1; asked < 20; asked += 1)
      expect(pauseBefore(asked)).toBeGreaterThanOrEqual(pauseBefore(asked - 1));
  });

  it('continues to poll until the others have signed and the file is sealed, and then stops', () => {
    expect(awaitsNews(viewOfSample())).toBe(true);
    expect(awaitsNews(viewOfSample({ document: { status: 'completed' } }))).toBe(true);
    expect(awaitsNews(viewOfSample({ document: { status: 'completed', sealed: true } }))).toBe(false);
    expect(awaitsNews(viewOfSample({ document: { status: 'voided' } }))).toBe(false);
  });
});
