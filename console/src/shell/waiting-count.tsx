import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { waitingForMeQuery } from '../api/waiting';
import { t } from '../i18n/t';

/** How many proposals wait for the user; nothing if there are none. */
export function WaitingCount() {
  const { data } = useQuery(waitingForMeQuery);
  if (data === undefined || data.count === 0) return null;
  return (
    <Badge
      size="sm"
      circle={data.count < 10}
      variant="filled"
      aria-label={t('{{waiting}} wait for you', { waiting: data.count })}
    >
      {data.count}
    </Badge>
  );
}
