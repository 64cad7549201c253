import { Anchor, List, Text } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { FormSection } from '../../../components/form-section';
import { bonusInWords } from '../labels';
import type { Explained } from '../runs.queries';
import { t } from '../../../i18n/t';

/** What bonuses did with what the member bought and earned: who above was paid on it, and who was not. */
export function AsSource({ one: { as_source: sources, username } }: { one: Explained }) {
  const { runId } = useParams();
  if (sources.length === 0) return null;
  return (
    <FormSection
      title={t('For the upline')}
      description={t(
        'How bonuses used what {{username}} bought and earned: who in the upline was paid on it, and who was not.',
        { username },
      )}
    >
      {sources.map(({ bonus, sentence, above }) => (
        <div key={bonus}>
          <Text size="sm" fw={600}>
            {bonusInWords(bonus)}
          </Text>
          <Text size="sm">{sentence}</Text>
          <List size="sm" mb="sm" type="ordered">
            {above.map(({ uid, username: name, sentence: why }, index) => (
              <List.Item key={index}>
                {uid !== null && (
                  <>
                    <Anchor component={Link} to={`/commission-runs/${runId}/statements/${uid}`} inherit>
                      {name ?? t('uid {{uid}}', { uid })}
                    </Anchor>
                    {': '}
                  </>
                )}
                {why}
              </List.Item>
            ))}
          </List>
        </div>
      ))}
    </FormSection>
  );
}
