/** Reads the URLs of the app's pages from its router, for the server and for tests. */
import ts from 'typescript';

export type AppPage = {
  /** The URL, such as `/documents/:id`. */
  address: string;
  /** The heading that the page's first bytes already contain, if it is the same for everyone. */
  heading?: string;
};

type Route = { parent: string | undefined; path: string | undefined };

/** Returns the URLs of all routes that have a path, in the order of the source code. */
export function addressesIn(router: string): string[] {
  const routes = routesIn(router);
  const addressOf = (name: string): string => {
    const { parent, path = '' } = routes.get(name) ?? { parent: undefined };
    const before = parent === undefined ? '' : addressOf(parent);
    return [before, ...path.split('/')].filter((part, index) => index === 0 || part !== '').join('/');
  };
  const addresses = [...routes].flatMap(([name, { path }]) => (path === undefined ? [] : [addressOf(name)]));
  return [...new Set(addresses)].map((address) => (address === '' ? '/' : address.replaceAll('$', ':')));
}

function routesIn(router: string): Map<string, Route> {
  const parsed = ts.createSourceFile('router.tsx', router, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const routes = new Map<string, Route>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isCallExpression(node.initializer)) {
      const {
        expression,
        arguments: [options],
      } = node.initializer;
      if (expression.getText() === 'createRoute' && options !== undefined && ts.isObjectLiteralExpression(options))
        routes.set(node.name.getText(), { parent: parentOf(options), path: pathOf(options) });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return routes;
}

function memberOf(options: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  return options.properties.filter(ts.isPropertyAssignment).find((member) => member.name.getText() === name)
    ?.initializer;
}

function pathOf(options: ts.ObjectLiteralExpression): string | undefined {
  const path = memberOf(options, 'path');
  if (path === undefined) return undefined;
  if (!ts.isStringLiteral(path)) throw new Error(`The path of a route is not a string literal: ${path.getText()}`);
  return path.text;
}

/** Returns the name in an expression such as `() => settingsRoute`. */
function parentOf(options: ts.ObjectLiteralExpression): string | undefined {
  const parent = memberOf(options, 'getParentRoute');
  return parent !== undefined && ts.isArrowFunction(parent) ? parent.body.getText() : undefined;
}

type Emitter = { emitFile: (file: { type: 'asset'; fileName: string; source: string }) => void };

/** A Vite plugin that writes the pages to `pages.json` in the build folder, which the server reads. */
export function listPages(router: () => string, headings: Readonly<Record<string, string>>) {
  return {
    name: 'countersign:pages',
    apply: 'build' as const,
    generateBundle(this: Emitter): void {
      const addresses = addressesIn(router());
      for (const address of Object.keys(headings))
        if (!addresses.includes(address)) throw new Error(`There is a heading, but no page, at ${address}`);
      const pages = addresses.map((address): AppPage => {
        const heading = headings[address];
        return heading === undefined ? { address } : { address, heading };
      });
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: `${JSON.stringify(pages, null, 2)}\n` });
    },
  };
}
