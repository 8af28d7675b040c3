/**
 * Invalid settings that only an external check can detect. The process exits with EX_CONFIG, because a restart does not
 * help.
 */
export class ConfigFault extends Error {
  override name = 'ConfigFault';
}
