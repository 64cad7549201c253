import { List, Text } from '@mantine/core';
import { DescriptionList } from '../../../components/description-list';
import { formatDate } from '../../../components/format';
import { FormSection } from '../../../components/form-section';
import { Person } from '../../../components/person';
import { When } from '../../../components/when';
import type { Correction } from '../corrections.queries';

/** The move that caused the correction: the member, the new position and the previous ones. */
export function CorrectedMove({ correction }: { correction: Correction }) {
  const { uid, tree, from, reason, to, positions } = correction;
  return (
    <FormSection title="The move" description={`In the ${tree} tree.`}>
      <DescriptionList
        entries={[
          ['Member', <Person key="member" uid={uid} tab="network" />],
          [
            'Since',
            <time key="since" dateTime={from}>
              {formatDate(from)}
            </time>,
          ],
          ['Moved to', <Place key="to" of={to} />],
          [
            'Previously',
            positions.length === 0 ? (
              'nowhere'
            ) : (
              <List key="instead" size="sm" listStyleType="none">
                {positions.map((past) => (
                  <List.Item key={past.from}>
                    <Place of={past} />
                    {positions.length > 1 && (
                      <Text span size="xs" c="dimmed">
                        {' '}
                        from {formatDate(past.from)}
                      </Text>
                    )}
                  </List.Item>
                ))}
              </List>
            ),
          ],
          ['Reason', reason],
          ['Moved by', <Person key="by" uid={correction.created_by_uid} />],
          ['Calculated', <When key="calculated" at={correction.calculated_at} never="not yet" />],
          [
            'Approved',
            correction.approved_by_uid === null ? (
              'not yet'
            ) : (
              <span key="approved">
                <When at={correction.approved_at} /> by <Person uid={correction.approved_by_uid} />
              </span>
            ),
          ],
        ]}
      />
    </FormSection>
  );
}

function Place({ of: { parent_uid: parent, leg } }: { of: Correction['to'] }) {
  if (parent === null) return 'as a root';
  return (
    <>
      below <Person uid={parent} tab="network" />
      {leg !== null && `, leg ${leg}`}
    </>
  );
}
