/** The version in the path. See docs/spec/commerce-api.md#9. */
export const API_VERSION = 'v1';

/** All supported versions. */
export const API_VERSIONS: readonly string[] = [API_VERSION];

/** The version in Nest's routing. */
export const ROUTE_VERSION = '1';
