import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { changedParams } from './address';

/** A dialog kept in the URL: a link opens it, and going back closes it. */
export interface Dialog {
  isOpen: boolean;
  /** The id of the row that it is about; kept during the closing animation. */
  subject: string | null;
  open: (subject?: string) => void;
  close: () => void;
}

/**
 * Keeps the open dialog in the URL: `?dialog=rotate`, or `?dialog=reveal:3f5c…`.
 * @param name unique on its page
 */
export function useDialog(name: string): Dialog {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (value: string | null) =>
      setParams(changedParams({ dialog: value }), { replace: value === null, preventScrollReset: true }),
    [setParams],
  );
  const value = params.get('dialog');
  const subject = value?.startsWith(`${name}:`) === true ? value.slice(name.length + 1) : null;
  const [last, setLast] = useState(subject);
  if (subject !== null && subject !== last) setLast(subject);
  const open = useCallback(
    (subject?: string) => change(subject === undefined ? name : `${name}:${subject}`),
    [change, name],
  );
  const close = useCallback(() => change(null), [change]);
  return { isOpen: value === name || value?.startsWith(`${name}:`) === true, subject: subject ?? last, open, close };
}
