export { createClient, type Client, type ClientOptions } from './client.js';
export { isApiError, type ApiError, type ApiErrorOf, type ErrorCode, type Problem } from './errors.js';
export type { Answer, Input, List, OperationId, Page, Schemas } from './operations.js';
export type { CallOptions } from './request.js';
export type { RetryOptions } from './retry.js';
export type { Fetch } from './send.js';
export { memoryTokens, storedTokens, type Tokens, type TokenStore } from './tokens.js';
