import type { AppError } from './app-error.js';

/** The one shape of every failure. Section 2 of the decisions. */
export interface ErrorBody {
  status_code: number;
  type: string;
  message: string;
  errors: AppError['errors'];
  data: AppError['data'];
  request_id: string;
}

/** The body of a failure. */
export function errorBody(error: AppError, requestId: string): ErrorBody {
  return {
    status_code: error.status,
    type: error.type,
    message: error.message,
    errors: error.errors,
    data: error.data,
    request_id: requestId,
  };
}
