export { MemberEarnings } from './member-earnings';
export { holdsInWords } from './labels';
export { balanceQuery, statementsQuery } from './earnings.queries';
