export const NOT_CALCULATED = {
  code: 'CONFLICT',
  message: 'correction {id} is {status}, and must be calculated for that',
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
export const FOUR_EYES = {
  code: 'PERMISSION_DENIED',
  message: 'its plan asks for four eyes: who moved the member cannot approve it',
} as const;
