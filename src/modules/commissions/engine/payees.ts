import { KIND, STATUS, type Members } from './period.js';

/**
 * Who can be paid at all: distributors that are not terminated, 1 for each. Everybody else is passed over by bonuses. See docs/spec/commissions.md#3-payees.
 *
 */
export function payeesOf({ kind, status }: Members): Uint8Array {
  const payees = new Uint8Array(kind.length);
  for (let member = 0; member < kind.length; member += 1) {
    if (kind[member] === KIND.distributor && status[member] !== STATUS.terminated) payees[member] = 1;
  }
  return payees;
}
