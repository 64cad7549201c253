/** The one version that is served, as it stands in the path. Section 9 of the specification. */
export const API_VERSION = 'v1';

/** All versions that are served. */
export const API_VERSIONS: readonly string[] = [API_VERSION];

/** The version as Nest's routing knows it. */
export const ROUTE_VERSION = '1';
