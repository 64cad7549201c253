/** An invalid setting, or an extension that does not fit; the message is one line that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
