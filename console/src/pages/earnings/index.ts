export { MemberEarnings } from './member-earnings';
