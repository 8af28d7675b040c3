export const PROGRAM: string;
export function findBundle(program: string, root?: string): string | undefined;
export function asciiOf(code: string): string;
export function withoutNodeImports(code: string): string;
