/** Orders the test files. Slow files start first, so that no core is idle while another one works on the last file. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Tests that start servers or browsers, or send thousands of requests. They are ordered by the times that Vitest has
 * recorded, or else by size.
 */
const LONG =
  /\/access-(matrix|without-http)|\.soak\.test|\/test\/(crash|processes|start)\/|\.browser\.test|embedded-postgres\.test/;
/** Test files that keep a core busy for half a minute or more. */
const LONGEST = /\/access-(matrix|without-http)|\/crash-points|graceful-stop\.test|accessibility/;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number =>
      LONGEST.test(moduleId) ? 0 : LONG.test(moduleId) ? 1 : 2;
    // Projects run one after another in their original order, because a worker serves one project at a time.
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) =>
      sorted.filter(({ project }) => project.name === name).toSorted((a, b) => rank(a) - rank(b)),
    );
  }
}
