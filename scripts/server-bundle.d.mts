export function findBundle(program: string, root?: string): string | undefined;
