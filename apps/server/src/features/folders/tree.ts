/** The folders of an organization as a tree. Traversal ends even if stored rows form a loop. */

export type TreeNode = { id: string; parent_id: string | null };

export class FolderTree<Node extends TreeNode> {
  readonly #nodes: ReadonlyMap<string, Node>;
  readonly #children: ReadonlyMap<string | null, readonly Node[]>;

  constructor(nodes: readonly Node[]) {
    this.#nodes = new Map(nodes.map((node) => [node.id, node]));
    this.#children = Map.groupBy(nodes, ({ parent_id: parent }) => parent);
  }

  get(id: string): Node | undefined {
    return this.#nodes.get(id);
  }

  /** The root has depth 0, and a folder in the root has depth 1. */
  depthOf(id: string | null): number {
    const passed = new Set<string>();
    for (let at = id; at !== null && !passed.has(at); at = this.#nodes.get(at)?.parent_id ?? null) passed.add(at);
    return passed.size;
  }

  /** The first level contains only the folder itself. */
  levelsFrom(id: string): Node[][] {
    const passed = new Set<string>();
    const levels: Node[][] = [];
    const root = this.#nodes.get(id);
    for (let level = root ? [root] : []; level.length > 0;) {
      levels.push(level);
      for (const node of level) passed.add(node.id);
      level = level.flatMap((node) => (this.#children.get(node.id) ?? []).filter((child) => !passed.has(child.id)));
    }
    return levels;
  }
}
