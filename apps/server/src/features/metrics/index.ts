/** What an operator's monitoring reads: OpenMetrics on a port of its own, or on the main port with a token (ADR 71). */
export { DatabaseFigures } from './database-figures.ts';
export { addGauges } from './gauges.ts';
export { listenForScrapes } from './listener.ts';
