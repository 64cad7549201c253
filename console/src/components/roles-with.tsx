import { useQuery } from '@tanstack/react-query';
import { serviceQuery } from '../api/service';
import { locale } from '../i18n/t';
import { formatRole } from './format';

const either = new Intl.ListFormat(locale, { type: 'disjunction' });

/** The roles that have a permission, such as `Super admin or Finance`; its code while they are not known. */
export function RolesWith({ permission }: { permission: string }) {
  const known = useQuery(serviceQuery).data?.permissions;
  const roles = known?.find((one) => one.permission === permission)?.roles ?? [];
  return <span title={permission}>{roles.length === 0 ? permission : either.format(roles.map(formatRole))}</span>;
}
