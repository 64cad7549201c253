import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useDialogs } from './use-dialogs';

/** How the library says that a dialog opens. */
const OPENS = 'mantine-modals:openModal';

/** Shows messages and dialogs as soon as they are loaded; what was opened before that is opened then. */
export function Messages() {
  const dialogs = useDialogs();
  const [early] = useState<unknown[]>([]);
  useWindowEvent(OPENS as 'focus', (event: Event) => {
    if (dialogs === undefined && event instanceof CustomEvent) early.push(event.detail);
  });
  useEffect(() => {
    if (dialogs === undefined) return;
    for (const detail of early.splice(0)) window.dispatchEvent(new CustomEvent(OPENS, { detail }));
  }, [dialogs, early]);
  return dialogs && <dialogs.Messages />;
}
