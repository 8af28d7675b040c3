import { expect, test } from 'vitest';
import { withApiRelease, withRelease } from './changelog.ts';

const EARLIER = '# Changelog\n\nAbout.\n\n## 0.1.0 (2026-11-27)\n\nThe first version.\n';

test('puts a new release at the top of the changelog, with breaking changes first and no empty section', () => {
  const changes = [
    { kind: 'patch', text: 'A fix.' },
    { kind: 'major', text: 'A break.\n\nWith a second paragraph.\n' },
  ] as const;
  expect(withRelease(EARLIER, '1.0.0 (2026-12-01)', changes)).toBe(
    '# Changelog\n\nAbout.\n\n## 1.0.0 (2026-12-01)\n\n' +
      '### Breaking changes\n\n- A break.\n\n  With a second paragraph.\n\n### Fixed\n\n- A fix.\n\n' +
      '## 0.1.0 (2026-11-27)\n\nThe first version.\n',
  );
});

test('names the release in the API changelog and leaves an empty section for the next changes', () => {
  const before = '# API\n\n## Unreleased\n\n### Added\n\n- One.\n';
  const after = '# API\n\n## Unreleased\n\n## 0.2.0 (2026-12-01)\n\n### Added\n\n- One.\n';
  expect(withApiRelease(before, '0.2.0 (2026-12-01)')).toBe(after);
});

test('adds no empty section to the API changelog', () => {
  const without = '# API\n\n## Unreleased\n\n## 0.1.0 (2026-11-27)\n\n- One.\n';
  expect(withApiRelease(without, '0.2.0 (2026-12-01)')).toBe(without);
});
