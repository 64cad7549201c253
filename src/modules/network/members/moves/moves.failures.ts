export const CYCLE = { code: 'CONFLICT', message: 'the parent is below the member' } as const;
export const LEG_TAKEN = { code: 'CONFLICT', message: 'the leg is taken' } as const;
export const THERE_ALREADY = { code: 'CONFLICT', message: 'the member is already there' } as const;
