export { MemberEarnings } from './member-earnings';
export { balanceQuery, statementsQuery } from './earnings.queries';
