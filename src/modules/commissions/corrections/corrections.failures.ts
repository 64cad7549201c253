export const NOT_CALCULATED = {
  code: 'CONFLICT',
  message: 'correction {id} is {status}; it must be calculated first',
  example: { id: 2, status: 'running' },
} as const;
export const OLDER_OPEN = {
  code: 'CONFLICT',
  message: 'correction {id} comes first: approve or discard it',
  example: { id: 1 },
} as const;
export const POSTED_SINCE = {
  code: 'CONFLICT',
  message: '{period} was posted since: have it calculated again',
  example: { period: '2026-10' },
} as const;
export const OVER = {
  code: 'CONFLICT',
  message: 'correction {id} is {status}',
  example: { id: 2, status: 'approved' },
} as const;
export const CANNOT_DISCARD = {
  code: 'CONFLICT',
  message: 'the previous positions cannot be restored: {problem}; other members were moved since',
  example: { problem: 'the parent is below the member' },
} as const;
export const MOVED_LATER = {
  code: 'CONFLICT',
  message: 'correction {id} moved the same member after it: discard it first',
  example: { id: 3 },
} as const;
