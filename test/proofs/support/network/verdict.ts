import { checkAnswers } from './asked.js';
import type { Evidence } from './evidence.js';
import { checkLedger } from './ledger.js';
import { checkRows } from './replay.js';
import { checkRules } from './rules.js';
import { checkTold } from './told.js';

/** What can go wrong in a network, in words for the report. */
export const FAILURES = {
  vanished: 'acknowledged changes that were not committed',
  resurrected: 'refused changes that were committed, or changes that nobody asked for',
  altered: 'answers that say something else than the event',
  untrue: 'events that do not follow from those before',
  rows: 'rows of members, trees and standings that no event tells of, or the other way round',
  overlap: 'histories that overlap, or are broken off',
  taken: 'places that two have at the same time',
  cycle: 'members that stand below themselves',
  stranger: 'members below somebody who was not there',
  forbidden: 'members where the rules let nobody stand',
  ledger: 'rows of the ledger that no event tells of, or the other way round',
  answer: 'pages of members that say something else than the tables',
  live: 'live figures that are wrong 5 seconds after the last change',
} as const;

/** Something that went wrong, and what it went wrong with. */
export interface Failure {
  kind: keyof typeof FAILURES;
  what: string;
}

/**
 * Checks a network when nobody changes it any more: makes both trees, the standings and the ledger anew from the committed
 * events alone and holds them against the tables, the whole history of the tables against the rules, and both against what
 * clients were told. All members must have come while there was a binary placement tree.
 */
export function checkNetwork(evidence: Evidence): Failure[] {
  return [
    ...checkAnswers(evidence),
    ...checkRows(evidence),
    ...checkRules(evidence.tables),
    ...checkLedger(evidence),
    ...checkTold(evidence),
  ];
}
