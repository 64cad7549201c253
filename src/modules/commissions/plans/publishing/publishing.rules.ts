import type { FieldErrors } from '#common/errors/app-error.js';
import { type BonusTypes, joined, type Plan } from '@commerce/commission-engine';
import type { CarriedMapping, RankMapping } from '../plan.entity.js';
import { beginsOn } from '../period.rules.js';

/** A version that is published, as far as another one has to fit it. */
export interface Version {
  readonly id: number;
  readonly document: Plan;
}

/** What is asked for, and what it has to fit. */
export interface Publication {
  readonly types: BonusTypes;
  readonly plan: Plan;
  /** The day on which its first period begins. */
  readonly fromDay: string;
  /** The version that holds until then; undefined for the first of all. */
  readonly before: Version | undefined;
  /** Title ranks that a member has, or may get before then. */
  readonly titles: readonly string[];
  readonly ranks: RankMapping;
  readonly carried: CarriedMapping;
}

/** What is wrong with the first period and the mappings, by field. See docs/spec/commissions.md#3-publishing. */
export function validatePublication(asked: Publication): FieldErrors {
  const errors: FieldErrors = {};
  for (const [field, key, message] of problemsOf(asked))
    (errors[field] ??= []).push(key === undefined ? { message } : { message, path: joined(field, key) });
  return errors;
}

type FoundProblem = [field: 'from_period' | 'ranks' | 'carried', key: string | undefined, message: string];

function* problemsOf({ types, plan, fromDay, before, titles, ranks, carried }: Publication): Iterable<FoundProblem> {
  if (before !== undefined && !beginsOn(before.document.period, fromDay))
    yield [
      'from_period',
      undefined,
      `must begin with a ${before.document.period} of plan ${before.id}, which holds until then`,
    ];
  const names = rankNames(plan);
  for (const [title, rank] of Object.entries(ranks)) {
    if (names.has(title)) yield ['ranks', title, 'is a rank of this plan, and stays what it is'];
    else if (!names.has(rank)) yield ['ranks', title, `must be a rank of this plan: ${[...names].join(', ')}`];
  }
  for (const title of titles) {
    if (!names.has(title) && !Object.hasOwn(ranks, title))
      yield ['ranks', title, 'is required: it is a title rank that this plan does not have'];
  }
  const carrying = before === undefined ? [] : types.carriers(before.document);
  const taking = types.carriers(plan);
  for (const [id, target] of Object.entries(carried)) {
    if (!carrying.includes(id)) yield ['carried', id, 'is not a binary bonus of the plan before'];
    else if (target !== null && !taking.includes(target))
      yield ['carried', id, 'must be the id of a binary bonus of this plan, or null where what is carried lapses'];
  }
  for (const id of carriedToMap(types, before?.document, plan)) {
    if (!Object.hasOwn(carried, id))
      yield ['carried', id, 'is required: say which binary bonus takes what is carried, or null'];
  }
}

/** Bonuses of a plan whose carried volumes the next must map. */
function carriedToMap(types: BonusTypes, before: Plan | undefined, after: Plan): string[] {
  if (before === undefined) return [];
  const isRecut = before.period !== after.period || before.time_zone !== after.time_zone;
  return types.carriers(before).filter((id) => isRecut || !types.carriers(after).includes(id));
}

/** What would have to be mapped for a later version that is published already, and is not; undefined if it can stay. */
export function unfitFor(
  types: BonusTypes,
  plan: Plan,
  later: Version & { fromDay: string; ranks: RankMapping; carried: CarriedMapping },
): string | undefined {
  if (!beginsOn(plan.period, later.fromDay)) return `does not begin with a ${plan.period}`;
  const known = rankNames(later.document);
  const rank = [...rankNames(plan)].find((name) => !known.has(name) && !Object.hasOwn(later.ranks, name));
  if (rank !== undefined) return `does not say what replaces the rank ${rank}`;
  const bonus = carriedToMap(types, plan, later.document).find((id) => !Object.hasOwn(later.carried, id));
  return bonus === undefined ? undefined : `does not say what happens to the volume that ${bonus} carries`;
}

/** The names of a plan's ranks. */
export function rankNames({ ranks }: Plan): ReadonlySet<string> {
  return new Set(ranks.map(({ name }) => name));
}
