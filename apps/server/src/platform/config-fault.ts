/** Wrong settings that only a look outside shows. The process ends with EX_CONFIG: a restart mends nothing. */
export class ConfigFault extends Error {
  override name = 'ConfigFault';
}
