import { describe, expect, test } from 'vitest';
import { folderCircles, type Import } from './folder-circles.ts';

const FEATURES = 'apps/server/src/features';
const imports = (source: string, ...resolved: string[]): Import => ({
  source,
  dependencies: resolved.map((one) => ({ resolved: one })),
});

describe('cycles between folders', () => {
  test('finds a cycle between folders whose files form no cycle', () => {
    const circles = folderCircles([
      imports(`${FEATURES}/a/index.ts`, `${FEATURES}/a/one.ts`, `${FEATURES}/a/two.ts`),
      imports(`${FEATURES}/a/one.ts`, `${FEATURES}/b/index.ts`),
      imports(`${FEATURES}/b/three.ts`, `${FEATURES}/a/two.ts`),
    ]);
    expect(circles).toEqual([
      [`${FEATURES}/a/one.ts -> ${FEATURES}/b/index.ts`, `${FEATURES}/b/three.ts -> ${FEATURES}/a/two.ts`],
    ]);
  });

  test('finds a cycle across a third folder', () => {
    const [circle, ...others] = folderCircles([
      imports('packages/a/src/index.ts', 'packages/b/src/index.ts'),
      imports('packages/b/src/index.ts', 'packages/c/src/index.ts'),
      imports('packages/c/src/index.ts', 'packages/a/src/index.ts'),
    ]);
    expect(circle).toHaveLength(3);
    expect(others).toEqual([]);
  });

  test('reports a cycle between a folder in the platform and a file next to the folder', () => {
    const platform = 'apps/server/src/platform';
    const circles = folderCircles([
      imports(`${platform}/errors.ts`, `${platform}/db/pool.ts`),
      imports(`${platform}/db/pool.ts`, `${platform}/errors.ts`),
    ]);
    expect(circles).toHaveLength(1);
  });

  test('ignores the imports of tests', () => {
    expect(
      folderCircles([
        imports(`${FEATURES}/a/index.ts`, `${FEATURES}/b/index.ts`),
        imports(`${FEATURES}/b/one.test.ts`, `${FEATURES}/a/index.ts`),
      ]),
    ).toEqual([]);
  });

  test('reports no cycle between a feature and files elsewhere', () => {
    expect(
      folderCircles([
        imports(`${FEATURES}/a/index.ts`, 'packages/b/src/index.ts'),
        imports('packages/b/src/index.ts', 'apps/web/src/features/a/page.tsx'),
      ]),
    ).toEqual([]);
  });
});
