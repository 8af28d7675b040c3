/** What a feature adds to the product. `main/features.ts` lists them all; nothing else of a feature's edge is known outside it. */
import type { Subscriptions } from './audit/recorder.ts';
import type { AnyJobHandler } from './jobs/runner.ts';
import type { Periodic } from './jobs/periodic.ts';

/** @typeParam S what the feature needs of the services that `main` puts together. */
export type Feature<S> = {
  readonly name: string;
  /** Handlers of the jobs that the feature defines. */
  readonly jobs?: (services: S) => readonly AnyJobHandler[];
  /** What the feature does by the clock. */
  readonly timers?: (services: S) => readonly Periodic[];
  /** Which jobs follow from which events. */
  readonly reactions?: Subscriptions;
};
