/** Metrics for the operator's monitoring: OpenMetrics on a separate port, or on the main port with a token (ADR 71). */
export { DatabaseFigures } from './database-figures.ts';
export { addGauges } from './gauges.ts';
export { listenForScrapes } from './listener.ts';
