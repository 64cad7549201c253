/** Makes one URL for each of the hosts that a URL names, as libpq writes them: `postgres://u:p@h1:5432,h2:5433/db`. */
export function hostUrls(text: string): readonly string[] {
  const [, scheme, authority = '', rest = ''] = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/s.exec(text) ?? [];
  if (scheme === undefined) return [text];
  const at = authority.lastIndexOf('@') + 1;
  const hosts = authority.slice(at).split(',');
  return hosts.map((host) => `${scheme}${authority.slice(0, at)}${host}${rest}`);
}

/** Whether a URL asks for the server that takes writes, among the hosts it names. */
export function asksForPrimary(text: string): boolean {
  return URL.parse(hostUrls(text)[0]!)?.searchParams.has('target_session_attrs') ?? false;
}
