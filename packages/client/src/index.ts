export { createClient, type Client, type ClientOptions } from './client.js';
export { ApiError, isApiError } from './errors.js';
export type { CallOptions } from './request.js';
export { memoryTokens, storedTokens, type Tokens, type TokenStore } from './tokens.js';
export type { Answer, Input, List, OperationId, Schemas } from './operations.js';
