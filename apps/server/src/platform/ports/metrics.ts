/** Keeps metrics and tells them as text. */
export type Reading = { readonly labels?: Readonly<Record<string, string>>; readonly value: number };

export interface Metrics {
  readonly contentType: string;
  /** Reads every gauge, so it waits for what they wait for. */
  text(): Promise<string>;
  /** A figure that is read when somebody asks. What cannot be told now is left out. */
  gauge(
    name: string,
    help: string,
    labels: readonly string[],
    read: () => readonly Reading[] | Promise<readonly Reading[]>,
  ): void;
  close(): void;
}
