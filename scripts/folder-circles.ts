/**
 * Finds dependency cycles between folders. Folders can form a cycle even if their files do not. Two features that
 * depend on each other cannot be understood, moved or tested separately. Type imports are also checked.
 */

/** The part of dependency-cruiser's output that is needed here. */
export type Import = { source: string; dependencies: readonly { resolved: string }[] };

/**
 * The first group of each pattern captures the folder of a file. A file that matches no pattern belongs to no folder.
 */
const FLOORS: readonly RegExp[] = [
  /^(packages\/[^/]+)\//,
  /^(apps\/server\/src\/(?:features|platform)\/[^/]+)/,
  /^(apps\/web\/src\/features\/[^/]+)\//,
];
const TEST = /\.(test|contract|fixture)\.tsx?$|\/(test|fakes)\//;

type Edges = Map<string, Map<string, string>>;

function folderOf(file: string): { floor: RegExp; folder: string } | undefined {
  for (const floor of FLOORS) {
    const folder = floor.exec(file)?.[1];
    if (folder !== undefined) return { floor, folder };
  }
  return undefined;
}

/** The dependencies between folders of the same level, each with an import that causes it. */
function edgesOf(modules: readonly Import[]): Edges {
  const edges: Edges = new Map();
  for (const { source, dependencies } of modules) {
    const from = TEST.test(source) ? undefined : folderOf(source);
    if (!from) continue;
    for (const { resolved } of dependencies) {
      const to = folderOf(resolved);
      if (!to || to.floor !== from.floor || to.folder === from.folder) continue;
      const own = edges.get(from.folder) ?? new Map<string, string>();
      edges.set(from.folder, own.set(to.folder, own.get(to.folder) ?? `${source} -> ${resolved}`));
    }
  }
  return edges;
}

/** Returns the shortest path from a folder back to itself. */
function wayBack(edges: Edges, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    for (const next of edges.get(at)?.keys() ?? []) {
      if (next === start) {
        const way = [at];
        for (let before = cameFrom.get(at); before !== undefined; before = cameFrom.get(before)) way.unshift(before);
        return way;
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, at);
      queue.push(next);
    }
  }
  return undefined;
}

/** Returns one cycle for each set of folders that depend on each other. A cycle lists its imports in order. */
export function folderCircles(modules: readonly Import[]): string[][] {
  const edges = edgesOf(modules);
  const known = new Set<string>();
  const circles: string[][] = [];
  for (const folder of [...edges.keys()].toSorted((a, b) => a.localeCompare(b))) {
    if (known.has(folder)) continue;
    const way = wayBack(edges, folder);
    if (!way) continue;
    for (const one of way) known.add(one);
    circles.push(way.map((from, n) => edges.get(from)?.get(way[(n + 1) % way.length] ?? '') ?? from));
  }
  return circles;
}
