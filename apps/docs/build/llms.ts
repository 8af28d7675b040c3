/**
 * Builds the documentation for language models (llmstxt.org): a list of all pages, and their whole text in one file.
 */

const INSTALLATION = 'https://sign.example.com';

export type TextPage = { address: string; title: string; summary: string; markdown: string };
export type TextSection = { name: string; pages: readonly TextPage[] };

const SUMMARY =
  'Countersign sends PDF documents for signature, collects the signatures and seals the files, so that anyone can verify them for decades. It has a REST API, GraphQL, webhooks, a TypeScript SDK, a Python package and a command line.';

/** Returns the URL of a page as Markdown, which ends with `.md` instead of `.html`. */
export const textAddress = (address: string): string => address.replace(/\.html$/, '.md');

export function llmsText(sections: readonly TextSection[]): string {
  const lists = sections.map(
    ({ name, pages }) =>
      `## ${name}\n\n${pages.map(({ title, address, summary }) => `- [${title}](${INSTALLATION}/docs/${textAddress(address)}): ${summary}`).join('\n')}`,
  );
  return `# Countersign

> ${SUMMARY}

The text of all pages in one file: ${INSTALLATION}/docs/llms-full.txt

${lists.join('\n\n')}

## API reference

- [OpenAPI description](${INSTALLATION}/api/v1/docs): every operation with its parameters, bodies, responses and errors.
- [GraphQL schema](${INSTALLATION}/docs/api/schema.graphql): every query and mutation.
- [Reference](${INSTALLATION}/docs/reference): a page for each operation, with code in curl, TypeScript and Python.
- [Postman collection](${INSTALLATION}/docs/countersign.postman_collection.json): every operation with recorded examples.
`;
}

export function llmsFullText(sections: readonly TextSection[]): string {
  const pages = sections.flatMap((section) => section.pages);
  return pages
    .map(({ address, markdown }) => `Source: ${INSTALLATION}/docs/${address}\n\n${markdown.trim()}\n`)
    .join('\n---\n\n');
}

/** Returns the Markdown with absolute links. Links to files that are not on the site become text. */
export function withLinks(markdown: string, link: (href: string) => string | undefined): string {
  const blocks = markdown.split(/(^```[^]*?^```$)/m);
  return blocks
    .map((block) =>
      block.startsWith('```')
        ? block
        : block.replaceAll(
            /(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g,
            (_, image: string, text: string, href: string) => {
              const address = link(href);
              return address === undefined ? text : `${image}[${text}](${address})`;
            },
          ),
    )
    .join('');
}
