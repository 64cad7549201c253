import { fixed, fixedNumber, type Fixed } from '#common/money/fixed.js';
import { counted, type Plan } from '@commerce/commission-engine';
import type { ExplainedMeasurePartView, ExplainedMeasureView } from './explain.dto.js';
import type { BonusFacts, LegFacts } from './facts.js';

/** The sums of ledger rows by kind, as they are read. */
export interface RowSumRow {
  kind: string;
  rows: number;
  business_volume: string;
  points: string;
  cumulative_volume: string;
}

type VolumeName = Plan['volumes']['qualifying'];

/**
 * Each measure with its parts, which add up to it.
 * @param sums of the ledger at present
 */
export function explainMeasures(facts: BonusFacts, sums: readonly RowSumRow[]): ExplainedMeasureView[] {
  const { plan, member } = facts;
  const { qualifying, commissionable } = plan.volumes;
  return [
    ledgerMeasure('own_volume', 'Own qualifying volume', member.own, { sums, column: qualifying, facts }),
    ledgerMeasure('commissionable_volume', 'Own commissionable volume', member.commissionable, {
      sums,
      column: commissionable,
      facts,
    }),
    personalMeasure(facts),
    groupMeasure(facts),
  ];
}

function ledgerMeasure(
  measure: string,
  name: string,
  value: Fixed,
  { sums, column, facts: { words } }: { sums: readonly RowSumRow[]; column: VolumeName; facts: BonusFacts },
): ExplainedMeasureView {
  const parts = sums.map((sum) => ({ ...NOBODY, part: sum.kind, count: sum.rows, volume: fixed(sum[column]) }));
  const later = value - parts.reduce((sum, { volume }) => sum + volume, 0n);
  const rows = parts.reduce((sum, { count }) => sum + count, 0);
  const note =
    later === 0n ? '' : ` By now it is ${words.volume(value - later)}: something came in after this was calculated.`;
  return {
    measure,
    value: fixedNumber(value),
    sentence: `${name}: ${words.volume(value)}, from ${counted(rows, 'entry', 'entries')}.${note}`,
    parts: [...parts, ...(later === 0n ? [] : [{ ...NOBODY, part: 'later', count: null, volume: later }])].map(shown),
  };
}

function personalMeasure({ plan, member, frontline, words }: BonusFacts): ExplainedMeasureView {
  // A customer's own personal volume is that of its own rows.
  const isWithCustomers = plan.personal_volume_includes_customers && member.kind === 'distributor';
  const customers = isWithCustomers ? frontline.legs.filter(({ counted: part }) => part !== 0n) : [];
  const ofCustomers = member.personal - member.own;
  const parts = [OWN(member.own), ...customers.map((leg) => partOf('customer', leg, leg.counted))];
  return {
    measure: 'personal_volume',
    value: fixedNumber(member.personal),
    sentence: isWithCustomers
      ? `Personal volume is ${words.volume(member.personal)}: ${words.volume(member.own)} bought by the member and ${words.volume(ofCustomers)} by its customers.`
      : `Personal volume is ${words.volume(member.personal)}: what the member bought.`,
    parts: withOthers(parts, member.personal),
  };
}

function groupMeasure({ member, frontline, words }: BonusFacts): ExplainedMeasureView {
  const parts = [OWN(member.own), ...frontline.legs.map((leg) => partOf('leg', leg, leg.group))];
  return {
    measure: 'group_volume',
    value: fixedNumber(member.group),
    sentence: `Group volume is ${words.volume(member.group)}: ${words.volume(member.own)} bought by the member and ${words.volume(member.group - member.own)} by ${counted(frontline.members, 'person', 'people')} directly below with all under them.`,
    parts: withOthers(parts, member.group, frontline.members - frontline.legs.length),
  };
}

interface Part extends Omit<ExplainedMeasurePartView, 'volume'> {
  readonly volume: Fixed;
}

const NOBODY = { uid: null, username: null } as const;
const OWN = (volume: Fixed): Part => ({ ...NOBODY, part: 'own', count: null, volume });

function partOf(part: string, { uid, username }: LegFacts, volume: Fixed): Part {
  return { part, uid, username, count: null, volume };
}

function withOthers(parts: readonly Part[], value: Fixed, count: number | null = null): ExplainedMeasurePartView[] {
  const others = value - parts.reduce((sum, { volume }) => sum + volume, 0n);
  const rest = others === 0n ? [] : [{ ...NOBODY, part: 'others', count, volume: others }];
  return [...parts, ...rest].map(shown);
}

function shown(part: Part): ExplainedMeasurePartView {
  return { ...part, volume: fixedNumber(part.volume) };
}
