export { httpValidationSource } from './http-validation-source.ts';
export { rfc3161Timestamper, type Rfc3161Options } from './rfc3161-timestamper.ts';
export { timestampSettings, type TimestampAddress } from './timestamp-settings.ts';
