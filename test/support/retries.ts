import { jest } from '@jest/globals';

// CI tries a failed test once more, since its machine may stall; the results name each that needed it, to be mended.
jest.retryTimes(Number(process.env['TEST_RETRIES'] ?? 0), { logErrorsBeforeRetry: true });
