/** Writes the changelogs of a release: CHANGELOG.md from the changesets, and the heading of the API changelog. */
export type Kind = 'major' | 'minor' | 'patch';
export interface Change {
  kind: Kind;
  text: string;
}

const SECTIONS: readonly [Kind, string][] = [
  ['major', 'Breaking changes'],
  ['minor', 'New'],
  ['patch', 'Fixed'],
];

/** Returns the changelog with a section for the release above the earlier sections. */
export function withRelease(changelog: string, title: string, changes: readonly Change[]): string {
  const sections = SECTIONS.flatMap(([kind, name]) => {
    const lines = changes.filter((change) => change.kind === kind).map(({ text }) => `- ${indented(text)}`);
    return lines.length === 0 ? [] : [`### ${name}\n\n${lines.join('\n')}\n`];
  });
  const at = changelog.search(/^## /m);
  if (at < 0) throw new Error('CHANGELOG.md has no section of an earlier release');
  return `${changelog.slice(0, at)}## ${title}\n\n${sections.join('\n')}\n${changelog.slice(at)}`;
}

/** Adds the release as the heading of API changes that have no heading yet. Does nothing if there are none. */
export function withApiRelease(changelog: string, title: string): string {
  if (!/^## Unreleased$/m.test(changelog)) throw new Error('docs/api/changelog.md has no section "Unreleased"');
  const hasChanges = /^## Unreleased\n+(?!## )\S/m.test(changelog);
  return hasChanges ? changelog.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${title}`) : changelog;
}

function indented(text: string): string {
  return text.trim().replaceAll(/\n(?=.)/g, '\n  ');
}
