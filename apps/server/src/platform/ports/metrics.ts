/** Collects metrics and returns them as text. */
export type Reading = { readonly labels?: Readonly<Record<string, string>>; readonly value: number };

export interface Metrics {
  readonly contentType: string;
  /** Waits for the queries of all gauges, and returns all metrics as text. */
  text(): Promise<string>;
  /** Adds a value that is read on demand. A value that is not available is omitted. */
  gauge(
    name: string,
    help: string,
    labels: readonly string[],
    read: () => readonly Reading[] | Promise<readonly Reading[]>,
  ): void;
  close(): void;
}
