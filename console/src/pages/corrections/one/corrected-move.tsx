import { List, Text } from '@mantine/core';
import { DescriptionList } from '#console/components/description-list';
import { formatDate } from '#console/components/format';
import { FormSection } from '#console/components/form-section';
import { Person } from '#console/components/person';
import { When } from '#console/components/when';
import type { Correction } from '../corrections.queries';
import { rich } from '#console/i18n/rich';
import { t } from '#console/i18n/t';

/** The move that caused the correction: the member, the new position and the previous ones. */
export function CorrectedMove({ correction }: { correction: Correction }) {
  const { uid, tree, from, reason, to, positions } = correction;
  return (
    <FormSection
      title={t('The move')}
      description={tree === 'sponsor' ? t('In the sponsor tree.') : t('In the placement tree.')}
    >
      <DescriptionList
        entries={[
          [t('Member'), <Person key="member" uid={uid} tab="network" />],
          [
            t('Since'),
            <time key="since" dateTime={from}>
              {formatDate(from)}
            </time>,
          ],
          [t('Moved to'), <Place key="to" of={to} />],
          [
            t('Previously'),
            positions.length === 0 ? (
              t('nowhere')
            ) : (
              <List key="instead" size="sm" listStyleType="none">
                {positions.map((past) => (
                  <List.Item key={past.from}>
                    <Place of={past} />
                    {positions.length > 1 && (
                      <Text span size="xs" c="dimmed">
                        {' '}
                        {t('from {{from}}', { from: formatDate(past.from) })}
                      </Text>
                    )}
                  </List.Item>
                ))}
              </List>
            ),
          ],
          [t('Reason'), reason],
          [t('Moved by'), <Person key="by" uid={correction.created_by_uid} />],
          [t('Calculated'), <When key="calculated" at={correction.calculated_at} never={t('not yet')} />],
          [
            t('Approved'),
            correction.approved_by_uid === null ? (
              t('not yet')
            ) : (
              <span key="approved">
                {rich('<when/> by <person/>', {
                  when: <When at={correction.approved_at} />,
                  person: <Person uid={correction.approved_by_uid} />,
                })}
              </span>
            ),
          ],
        ]}
      />
    </FormSection>
  );
}

function Place({ of: { parent_uid: parent, leg } }: { of: Correction['to'] }) {
  if (parent === null) return t('as a root');
  return (
    <>
      {rich(leg === null ? 'below <person/>' : 'below <person/>, leg {{leg}}', {
        person: <Person uid={parent} tab="network" />,
        leg,
      })}
    </>
  );
}
