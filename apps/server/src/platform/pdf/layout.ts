/**
 * Documents that features generate from data: certificates, invoices. A feature names its layout and declares its input
 * and output. The worker entry (main/pdf-worker.ts) maps the layout to the module that typesets the document. A thread
 * therefore loads a layout when it is first requested, and no other code of the feature.
 */
export type Layout<Input, Output> = {
  readonly name: string;
  /** The types of input and output, which do not exist at run time. Both must survive structured cloning. */
  readonly types?: { readonly input: Input; readonly output: Output };
};

export function defineLayout<Input extends object, Output>(name: string): Layout<Input, Output> {
  return { name };
}

export type Setter = { readonly name: string; readonly load: () => Promise<(input: never) => Promise<unknown>> };

export function setter<Input, Output>(
  { name }: Layout<Input, Output>,
  load: () => Promise<(input: Input) => Promise<Output>>,
): Setter {
  return { name, load };
}
