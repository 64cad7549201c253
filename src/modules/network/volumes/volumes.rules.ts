/** What a row of the volume ledger came from. Section 1 of the network's decisions. */
export const VOLUME_KINDS = ['sale', 'cancellation', 'return', 'adjustment', 'import'] as const;
export type VolumeKind = (typeof VOLUME_KINDS)[number];

/** A row into a period that is posted. */
export const IN_POSTED_PERIOD = {
  code: 'CONFLICT',
  message: 'the period of {at} is posted; nothing can be added to it',
  example: { at: '2026-10-31T12:00:00.000Z' },
} as const;

/** What is wrong with an adjustment whose member came at `since`, if that is somebody; all problems, by field. */
export function validateAdjustment(
  { at, volumes }: { at: Date; volumes: readonly number[] },
  since: Date | undefined,
  now: Date,
): readonly (readonly [field: string, problem: string])[] {
  const problems: [string, string][] = [];
  if (since === undefined) problems.push(['uid', 'is no member']);
  if (at > now) problems.push(['at', 'must not be in the future']);
  if (since !== undefined && at < since) {
    problems.push(['at', `must not be before the member came, which was at ${since.toISOString()}`]);
  }
  if (volumes.every((volume) => volume === 0)) problems.push(['business_volume', 'must not be 0 if all volumes are']);
  return problems;
}
