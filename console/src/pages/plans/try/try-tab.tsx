import { Stack } from '@mantine/core';
import { usePlanPage } from '../plan-context';
import { PreviewSection } from './preview-section';
import { SimulationSection } from './simulation-section';

/** Tries a version before it is published: on a period that is posted, and on the open one. */
export function TryTab() {
  const { plan } = usePlanPage();
  return (
    <Stack gap="lg">
      <SimulationSection plan={plan} />
      <PreviewSection plan={plan} />
    </Stack>
  );
}
