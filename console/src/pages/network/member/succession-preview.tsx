import { Alert, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { placeName } from '../labels';
import type { Member, NetworkSettings, Succession } from '../network.queries';
import { language, plural, t } from '#console/i18n/t';

interface SuccessionPreviewProps {
  /** What the dry run said. */
  succession: Succession;
  member: Member;
  /** The username of the member who gets the position. */
  successor: string;
  placement: NetworkSettings['placement'];
}

/** What goes along with a position, what stays, and that it cannot be undone. */
export function SuccessionPreview({ succession, member, successor, placement }: SuccessionPreviewProps) {
  const { username } = member;
  const { kind, sponsored, legs, sponsor, placement: place, title_rank: title } = succession;
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('Nothing is changed yet. It cannot be undone')}
    >
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {t('{{successor}} gets:', { successor })}
        </Text>
        <List size="sm" spacing={2}>
          {kind === 'hand_over' && (
            <List.Item>
              {place === null
                ? t('the place of {{username}}: {{sponsor}} in the sponsor tree', {
                    username,
                    sponsor: inSentence(placeName(sponsor, placement)),
                  })
                : t('the place of {{username}}: {{sponsor}} in the sponsor tree, {{place}} in the placement tree', {
                    username,
                    sponsor: inSentence(placeName(sponsor, placement)),
                    place: inSentence(placeName(place, placement)),
                  })}
            </List.Item>
          )}
          <List.Item>
            {plural(
              sponsored,
              '{{count}} frontline member with all below',
              '{{count}} frontline members with all below',
            )}
            {placement !== 'none' &&
              plural(legs, ', and {{count}} leg of the placement tree', ', and {{count}} legs of the placement tree')}
          </List.Item>
          <List.Item>
            {t('the volumes of {{username}} in the open period, and what binary bonuses carry into it', { username })}
          </List.Item>
          <List.Item>
            {title === null
              ? t('no title rank: neither has one')
              : t('the title rank {{title}}, the higher of the two', { title })}
          </List.Item>
        </List>
        <Text size="sm" fw={600}>
          {t('{{username}} keeps:', { username })}
        </Text>
        <List size="sm" spacing={2}>
          <List.Item>{t('its orders, statements and balance, which a last payout pays')}</List.Item>
          <List.Item>
            {t('a place below {{successor}}, as a terminated customer who no longer earns', { successor })}
          </List.Item>
        </List>
        <Text size="sm">
          {kind === 'merge' && `${t('{{successor}} keeps its own place.', { successor })} `}
          {t('It takes effect now: past periods do not change.')}
        </Text>
      </Stack>
    </Alert>
  );
}

/** A place within a sentence; the name of whoever stands above it stays as it is. */
const inSentence = (place: string): string =>
  language === 'en' ? place.charAt(0).toLowerCase() + place.slice(1) : place;
