import { IconDeviceMobile, IconServer2, IconWorld, type TablerIcon } from '@tabler/icons-react';
import type { Application } from './applications.queries';

/** Icons of client types, shown next to the label. */
export const CLIENT_TYPE_ICONS: Readonly<Record<Application['client_type'], TablerIcon>> = {
  server: IconServer2,
  web: IconWorld,
  mobile: IconDeviceMobile,
};
