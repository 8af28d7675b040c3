/**
 * Documents that features lay out from facts: certificates, invoices. A feature names its layout and says what goes in and comes out;
 * the program's worker entry (main/pdf-worker.ts) says which module sets it. So threads load a layout when it is first asked for, and
 * nothing else of the feature.
 */
export type Layout<Input, Output> = {
  readonly name: string;
  /** Never there: the types of what goes in and comes out. Both have to survive structured clone. */
  readonly types?: { readonly input: Input; readonly output: Output };
};

export function defineLayout<Input extends object, Output>(name: string): Layout<Input, Output> {
  return { name };
}

/** How a worker sets a layout. */
export type Setter = { readonly name: string; readonly load: () => Promise<(input: never) => Promise<unknown>> };

export function setter<Input, Output>(
  { name }: Layout<Input, Output>,
  load: () => Promise<(input: Input) => Promise<Output>>,
): Setter {
  return { name, load };
}
