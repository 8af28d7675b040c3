import { Sequencer, type SequencerOptions } from './sequencer.ts';

type Ports = Pick<SequencerOptions, 'database' | 'clock' | 'log'>;

/** The transparency log of each tenant. */
export const transparencyLogServices = ({ database, clock, log }: Ports): { sequencer: Sequencer } => ({
  sequencer: new Sequencer({ database, clock, log }),
});
