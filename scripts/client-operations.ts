/** packages/client/src/operations.ts: method and path of every operation, generated from the contract. */
import { type Operation, operations, takesIdempotencyKey } from '@countersign/contract';

/** A constant for each operation: a page bundles only those it uses, and none of the contract's schemas. */
export function clientOperations(): string {
  const lines = Object.values<Operation>(operations)
    .map((operation) => {
      const { id, method, path } = operation;
      const live = operation.environment === 'live' ? ', live: true' : '';
      const keyless = method === 'GET' || takesIdempotencyKey(operation) ? '' : ', keyless: true';
      return `export const ${id}: Route<'${id}'> = { method: '${method}', path: '${path}'${live}${keyless} };`;
    })
    .toSorted();
  return `/** Made by \`npm run docs\` from packages/contract. */\nimport type { Route } from './route.ts';\n\n${lines.join('\n')}\n`;
}
